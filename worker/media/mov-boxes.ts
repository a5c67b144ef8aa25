import { open, type FileHandle } from 'node:fs/promises';
import { readBoxes, topBoxes } from '#core/ffmpeg/top-boxes.ts';
import { TICKS_PER_FRAME } from './encode-args.ts';

export interface MovTrack {
  /** "vide", "soun" or another handler. */
  kind: string;
  timescale: number;
  /** In units of `timescale`. */
  duration: number;
  /** The number of frames, of PCM samples, or of packets of encoded audio. */
  samples: number;
  /** The frames at which a player can start, counted from 0; `null` if it can start at every one. */
  keyframes: number[] | null;
  /** H.264 parameter sets (avcC) as hexadecimal text; empty for anything else. */
  parameterSets: string;
}

const MAX_MOOV = 256 * 2 ** 20;

/** Whether the index precedes the media, so that a player can start before it has the whole file. */
export async function isFastStart(path: string): Promise<boolean> {
  const types = (await topBoxes(path)).map((b) => b.type);
  return types.includes('moov') && types.indexOf('moov') < types.indexOf('mdat');
}

/**
 * Reads the tracks in an MP4 or MOV file's index, without ffprobe.
 * @throws Error if the file has no readable index
 */
export async function readTracks(path: string): Promise<MovTrack[]> {
  const file = await open(path);
  try {
    const { data } = await readIndex(file);
    return children(data)
      .filter((b) => b.type === 'trak')
      .map((b) => track(b.data));
  } finally {
    await file.close();
  }
}

/**
 * Returns what is wrong with the length of a MOV file that we rendered, for the log; `null` if it has exactly
 * these frames, evenly spaced, and audio samples.
 */
export function lengthFault(
  tracks: MovTrack[],
  expected: { frames: number; samples: number },
): string | null {
  const picture = tracks.find((track) => track.kind === 'vide');
  const sound = tracks.find((track) => track.kind === 'soun');
  if (picture?.samples !== expected.frames) return `${picture?.samples} of ${expected.frames} frames`;
  if (sound?.samples !== expected.samples) return `${sound?.samples} of ${expected.samples} samples`;
  const ticks = expected.frames * TICKS_PER_FRAME;
  return picture.duration === ticks ? null : `${picture.duration} of ${ticks} ticks`;
}

/**
 * Returns the frames at which a MOV file that we rendered can be cut, counted from 0.
 * @throws Error if the file has no readable index
 */
export async function readKeyframes(path: string): Promise<number[]> {
  const picture = (await readTracks(path)).find((track) => track.kind === 'vide');
  return picture?.keyframes ?? Array.from({ length: picture?.samples ?? 0 }, (_, place) => place);
}

/**
 * Marks the tracks of one kind ("sbtl") as off by default: ffmpeg always leaves one track of each kind on.
 * @throws Error if the file has no readable index
 */
export async function switchOffTracks(path: string, kind: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { data, start } = await readIndex(file);
    for (const trak of children(data).filter((b) => b.type === 'trak')) {
      if (inside(trak.data, 'mdia', 'hdlr').toString('latin1', 8, 12) !== kind) continue;
      const header = inside(trak.data, 'tkhd');
      // Version, then three bytes of flags: the lowest bit is "enabled".
      header[3]! &= ~1;
      await file.write(header, 3, 1, start + (header.byteOffset - data.byteOffset) + 3);
    }
  } finally {
    await file.close();
  }
}

/**
 * Adds a number of bytes to the positions of all media in the contents of an index.
 * @throws Error if a position has too few bits for it
 */
export function shiftChunks(index: Buffer, added: number): void {
  for (const trak of children(index).filter((b) => b.type === 'trak')) {
    for (const { type, data } of children(inside(trak.data, 'mdia', 'minf', 'stbl'))) {
      if (type !== 'stco' && type !== 'co64') continue;
      const count = data.readUInt32BE(4);
      for (let i = 0; i < count; i++) {
        if (type === 'stco') data.writeUInt32BE(data.readUInt32BE(8 + 4 * i) + added, 8 + 4 * i);
        else data.writeBigUInt64BE(data.readBigUInt64BE(8 + 8 * i) + BigInt(added), 8 + 8 * i);
      }
    }
  }
}

/**
 * Reads the contents of the index, and their position in the file.
 * @throws Error if the file has no readable index
 */
export async function readIndex(file: FileHandle): Promise<{ data: Buffer; start: number }> {
  const { size } = await file.stat();
  const moov = (await readBoxes(file, size)).find((b) => b.type === 'moov');
  if (!moov?.whole || moov.size > MAX_MOOV) throw new Error('no readable index (moov)');
  const data = Buffer.alloc(moov.size);
  await file.read(data, 0, moov.size, moov.start);
  return { data, start: moov.start };
}

function children(data: Buffer): { type: string; data: Buffer }[] {
  const boxes: { type: string; data: Buffer }[] = [];
  for (let at = 0; at + 8 <= data.length;) {
    const size = data.readUInt32BE(at);
    if (size < 8 || at + size > data.length) break;
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), data: data.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function inside(data: Buffer, ...path: string[]): Buffer {
  return path.reduce((current, type) => {
    const next = children(current).find((b) => b.type === type);
    if (!next) throw new Error(`no ${type} in the index`);
    return next.data;
  }, data);
}

function track(trak: Buffer): MovTrack {
  const mdia = inside(trak, 'mdia');
  const mdhd = inside(mdia, 'mdhd');
  const long = mdhd[0] === 1;
  const stsz = inside(mdia, 'minf', 'stbl', 'stsz');
  const stsd = inside(mdia, 'minf', 'stbl', 'stsd');
  return {
    kind: inside(mdia, 'hdlr').toString('latin1', 8, 12),
    timescale: mdhd.readUInt32BE(long ? 20 : 12),
    duration: long ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16),
    samples: stsz.readUInt32BE(8),
    keyframes: syncSamples(inside(mdia, 'minf', 'stbl')),
    parameterSets: avcC(stsd),
  };
}

function syncSamples(stbl: Buffer): number[] | null {
  const data = children(stbl).find((b) => b.type === 'stss')?.data;
  if (!data) return null;
  return Array.from({ length: data.readUInt32BE(4) }, (_, i) => data.readUInt32BE(8 + 4 * i) - 1);
}

function avcC(stsd: Buffer): string {
  const at = stsd.indexOf('avcC', 0, 'latin1');
  return at < 4 ? '' : stsd.toString('hex', at, at - 4 + stsd.readUInt32BE(at - 4));
}
