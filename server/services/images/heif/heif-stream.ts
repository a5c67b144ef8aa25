import { open } from 'node:fs/promises';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { MAX_SIDE, maxPixelsOf } from '#core/ffmpeg/inputs.ts';
import { type FileReader, withFile } from '../formats/file-reader.ts';
import { fieldsOf } from './boxes.ts';
import { type HeifIndex, type HeifItem, readHeifIndex } from './heif-index.ts';

/** How the frames of a stream are composed into an image. */
export interface HeifLayout {
  /** ffmpeg's demuxer for the stream. */
  format: string;
  columns: number;
  rows: number;
  /** The size of the image in pixels. Tiles may exceed it on the right and at the bottom. */
  width: number;
  height: number;
  /** An ffmpeg filter that converts its values to RGB; `null` if only the stream defines the conversion. */
  colors: string | null;
}

type Size = Pick<HeifLayout, 'width' | 'height'>;

/** ffmpeg's demuxers for streams of coded images, by the type of their items. */
const STREAMS: Record<string, string> = { hvc1: 'hevc', av01: 'obu' };

/** More than a phone's photo has: 192 for 48 megapixels. */
const MAX_TILES = 1024;
const MAX_TILE_BYTES = 64 * 2 ** 20;
/** Names of transparency, for AV1 and for HEVC. */
const ALPHA = /^urn:mpeg:(mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)/;
/** Before each frame of AV1. */
const TEMPORAL_UNIT = Buffer.from([0x12, 0]);
const START_CODE = Buffer.from([0, 0, 0, 1]);
/** In a decoder's configuration: the byte with the size of lengths, and the number of lists of parameter sets. */
const LENGTH_AT = 21;
const ARRAYS_AT = 22;

/**
 * Reads how a HEIF image is composed.
 * @throws MediaError `truncated` if its index is cut off, `too_large`, `unsupported` if it is not coded as
 * HEVC or AV1
 */
export async function readHeifLayout(path: string): Promise<HeifLayout> {
  return readOrRefuse(path, async (file) => {
    const index = await indexOf(file);
    return layoutOf(file, index, index.primary);
  });
}

/**
 * Writes a HEIF image as a stream, one frame for each tile, and its transparency as another stream: before
 * version 7, ffmpeg reads no HEIC and no tiles.
 * @returns how the streams are composed into the image; `alpha` is `null` if the image has no transparency
 * @throws MediaError
 */
export async function writeHeifStreams(
  path: string,
  files: { picture: string; alpha: string },
): Promise<{ picture: HeifLayout; alpha: HeifLayout | null }> {
  return readOrRefuse(path, async (file) => {
    const index = await indexOf(file);
    const alpha = alphaOf(index);
    return {
      picture: await writeStream(file, index, index.primary, files.picture),
      alpha: alpha && (await writeStream(file, index, alpha, files.alpha)),
    };
  });
}

async function writeStream(
  file: FileReader,
  index: HeifIndex,
  item: HeifItem,
  outFile: string,
): Promise<HeifLayout> {
  const layout = await layoutOf(file, index, item);
  const out = await open(outFile, 'w');
  try {
    for (const tile of tilesOf(index, item)) {
      const data = await dataOf(file, index, tile);
      await out.write(layout.format === 'obu' ? Buffer.concat([TEMPORAL_UNIT, data]) : toHevc(tile, data));
    }
  } finally {
    await out.close();
  }
  return layout;
}

/** Returns the item with the image's transparency. */
function alphaOf({ primary, items }: HeifIndex): HeifItem | null {
  const isAlpha = ({ properties }: HeifItem) =>
    properties.some(({ type, data }) => type === 'auxC' && ALPHA.test(data.toString('latin1', 4)));
  const candidates = primary.auxiliaries.flatMap((id) => items.get(id) ?? []);
  return candidates.find(isAlpha) ?? null;
}

/** A number beyond the end of its box leads to a refusal. */
async function readOrRefuse<T>(path: string, read: (file: FileReader) => Promise<T>): Promise<T> {
  try {
    return await withFile(path, read);
  } catch (error) {
    throw error instanceof RangeError ? unsupported(error.message) : error;
  }
}

async function indexOf(file: FileReader): Promise<HeifIndex> {
  const index = await readHeifIndex(file);
  if (!index) throw new MediaError('truncated', { detail: 'no index' });
  return index;
}

function tilesOf({ items }: HeifIndex, item: HeifItem): HeifItem[] {
  if (item.type !== 'grid') return [item];
  if (item.parts.length > MAX_TILES) throw unsupported(`${item.parts.length} tiles`);
  return item.parts.map((id) => items.get(id) ?? unsupportedTile());
}

async function layoutOf(file: FileReader, index: HeifIndex, item: HeifItem): Promise<HeifLayout> {
  const tiles = tilesOf(index, item);
  const types = new Set(tiles.map(({ type }) => type));
  const format = types.size === 1 ? STREAMS[[...types][0]!] : undefined;
  if (format === undefined) throw unsupported(`items of the types ${[...types].join(', ')}`);
  const colors = colorsOf(item) ?? colorsOf(tiles[0]!);
  if (item.type !== 'grid') return { format, columns: 1, rows: 1, colors, ...checked(sizeOf(item)) };
  const grid = await dataOf(file, index, item);
  const next = fieldsOf(grid).number;
  next(1);
  const numberBytes = (next(1) & 1) === 1 ? 4 : 2;
  const [rows, columns] = [next(1) + 1, next(1) + 1];
  const size = checked({ width: next(numberBytes), height: next(numberBytes) });
  if (rows * columns !== tiles.length) throw unsupported(`${tiles.length} tiles in ${columns}x${rows}`);
  return { format, columns, rows, colors, ...size };
}

function checked(size: Size): Size {
  const { width, height } = size;
  const most = maxPixelsOf('hevc');
  if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= most) return size;
  throw new MediaError('too_large', {
    message: `Its picture has more than ${most / 1e6} megapixels, or a side of more than ${MAX_SIDE} pixels.`,
    detail: `${width}x${height}`,
  });
}

/** ffmpeg's names of the matrices that images use. */
const MATRICES: Record<number, string> = {
  0: 'gbr',
  1: 'bt709',
  5: 'bt470bg',
  6: 'smpte170m',
  9: 'bt2020nc',
};

function colorsOf({ properties }: HeifItem): string | null {
  const nclx = properties.find(
    ({ type, data }) => type === 'colr' && data.toString('latin1', 0, 4) === 'nclx',
  );
  if (!nclx) return null;
  // Primaries and transfer function are before it.
  const fields = fieldsOf(nclx.data, 8);
  const matrix = MATRICES[fields.number(2)];
  const range = fields.number(1) & 0x80 ? 'pc' : 'tv';
  return matrix ? `setparams=colorspace=${matrix}:range=${range}` : `setparams=range=${range}`;
}

function sizeOf({ properties }: HeifItem): Size {
  const ispe = properties.find(({ type }) => type === 'ispe');
  if (!ispe) throw unsupported('a picture without a size');
  const next = fieldsOf(ispe.data, 4).number;
  return { width: next(4), height: next(4) };
}

async function dataOf(file: FileReader, { data }: HeifIndex, { extents }: HeifItem): Promise<Buffer> {
  const bytes = extents.reduce((sum, { length }) => sum + length, 0);
  if (extents.length === 0 || bytes > MAX_TILE_BYTES) throw unsupported(`an item of ${bytes} bytes`);
  const parts: Buffer[] = [];
  for (const { place, at, length } of extents) {
    const part = place === 'file' ? await file.read(at, length) : data.subarray(at, at + length);
    if (part.length < length) throw new MediaError('truncated', { detail: 'an item beyond the end' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Converts a tile's parameter sets and units to a stream, in which a start code replaces the length before
 * each unit.
 */
function toHevc({ properties }: HeifItem, data: Buffer): Buffer {
  const hvcc = properties.find(({ type }) => type === 'hvcC')?.data;
  if (!hvcc || hvcc.length <= ARRAYS_AT) throw unsupported('no decoder configuration');
  const units: Buffer[] = [];
  const fields = fieldsOf(hvcc, ARRAYS_AT);
  for (let arrays = fields.number(1); arrays > 0; arrays -= 1) {
    // The type of the units.
    fields.number(1);
    for (let count = fields.number(2); count > 0; count -= 1)
      units.push(START_CODE, fields.bytes(fields.number(2)));
  }
  const lengthBytes = (hvcc[LENGTH_AT]! & 3) + 1;
  for (let at = 0; at + lengthBytes <= data.length;) {
    const length = data.readUIntBE(at, lengthBytes);
    units.push(START_CODE, data.subarray(at + lengthBytes, at + lengthBytes + length));
    at += lengthBytes + length;
  }
  return Buffer.concat(units);
}

const unsupported = (detail: string): MediaError =>
  new MediaError('unsupported', {
    message: 'This HEIC or AVIF image cannot be read.',
    detail,
  });

function unsupportedTile(): never {
  throw unsupported('a tile that does not exist');
}
