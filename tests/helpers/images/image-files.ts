import { crc32, deflateSync } from 'node:zlib';

/** Returns a chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** Inserts a chunk after a PNG's header. */
export const intoPng = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);

/** Inserts segments before all others of a JPEG. */
export function intoJpeg(jpeg: Buffer, marker: number, ...contents: Buffer[]): Buffer {
  const segments = contents.map((content) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

const WEBP_FLAGS: Record<string, number> = { ICCP: 0x20, EXIF: 0x08 };

/**
 * Converts a WebP of one chunk into an extended one with another chunk: a profile before the pixels, Exif
 * after them.
 */
export function intoWebp(
  webp: Buffer,
  type: 'ICCP' | 'EXIF',
  data: Buffer,
  [width, height]: [number, number],
): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const features = Buffer.alloc(10);
  features[0] = WEBP_FLAGS[type]!;
  features.writeUIntLE(width - 1, 4, 3);
  features.writeUIntLE(height - 1, 7, 3);
  const pixels = webp.subarray(12);
  const own = chunk(type, data);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', features),
    ...(type === 'ICCP' ? [own, pixels] : [pixels, own]),
  ]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Adds a field to the first directory of a little-endian TIFF, whose directory moves to its end. */
export function intoTiff(tiff: Buffer, tag: number, type: number, count: number, data: Buffer): Buffer {
  const start = tiff.readUInt32LE(4);
  const fields = tiff.readUInt16LE(start);
  const old = Array.from({ length: fields }, (_, index) =>
    tiff.subarray(start + 2 + index * 12, start + 14 + index * 12),
  ).filter((field) => field.readUInt16LE(0) !== tag);
  const even = Buffer.alloc(tiff.length % 2);
  const dataAt = tiff.length + even.length;
  const field = Buffer.alloc(12);
  field.writeUInt16LE(tag, 0);
  field.writeUInt16LE(type, 2);
  field.writeUInt32LE(count, 4);
  if (data.length <= 4) data.copy(field, 8);
  else field.writeUInt32LE(dataAt, 8);
  const padded = data.length <= 4 ? Buffer.alloc(0) : Buffer.concat([data, Buffer.alloc(data.length % 2)]);
  const all = [...old, field].toSorted((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const counted = Buffer.alloc(2);
  counted.writeUInt16LE(all.length);
  const out = Buffer.concat([tiff, even, padded, counted, ...all, Buffer.alloc(4)]);
  out.writeUInt32LE(dataAt + padded.length, 4);
  return out;
}

/**
 * Embeds an ICC profile in an image file, by its extension. A JPEG has it in parts of at most `partBytes`.
 */
export function withProfile(
  image: Buffer,
  ending: string,
  icc: Buffer,
  size: [number, number],
  partBytes = 65_000,
): Buffer {
  if (ending === 'png') {
    return intoPng(image, 'iCCP', Buffer.concat([Buffer.from('own\0\0', 'latin1'), deflateSync(icc)]));
  }
  if (ending === 'webp') return intoWebp(image, 'ICCP', icc, size);
  if (ending === 'tiff') return intoTiff(image, 34_675, 7, icc.length, icc);
  const parts = Array.from({ length: Math.ceil(icc.length / partBytes) }, (_, index) =>
    icc.subarray(index * partBytes, (index + 1) * partBytes),
  );
  const segments = parts.map((part, index) =>
    Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([index + 1, parts.length]), part]),
  );
  return intoJpeg(image, 0xe2, ...segments);
}

/** Returns Exif data with an orientation, 1 to 8, in either byte order. */
export function exifOf(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const exif = Buffer.from('0000002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  if (order === 'MM') exif.write(order, 0, 'latin1');
  return order === 'MM'
    ? exif
    : Buffer.from(`49492a0008000000010012010300010000000${orientation}00000000000000`, 'hex');
}

/** Writes an orientation into an image file, by its extension. */
export function turned(image: Buffer, ending: string, orientation: number, size: [number, number]): Buffer {
  if (ending === 'png') return intoPng(image, 'eXIf', exifOf(orientation));
  if (ending === 'webp') return intoWebp(image, 'EXIF', exifOf(orientation, 'II'), size);
  if (ending === 'tiff') return intoTiff(image, 274, 3, 1, Buffer.from([orientation, 0, 0, 0]));
  return intoJpeg(image, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)]));
}
