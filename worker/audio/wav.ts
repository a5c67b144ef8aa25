import { type FileHandle, open, writeFile } from 'node:fs/promises';

const HEADER_BYTES = 44;
const COPY_BYTES = 256 * 1024;
/** A RIFF chunk list longer than this is not one of ours. */
const MAX_CHUNKS = 64;

export interface WavInfo {
  sampleRate: number;
  channels: number;
  /** The bytes of one sample of all channels. */
  frameBytes: number;
  /** Samples per channel. */
  samples: number;
  /** The position of the first sample, in bytes. */
  dataOffset: number;
  dataBytes: number;
  durationMs: number;
}

/**
 * Reads the header of a 16-bit PCM WAV file.
 * @throws Error for any other file
 */
export async function readWavInfo(path: string): Promise<WavInfo> {
  const file = await open(path, 'r');
  try {
    return await parseHeader(file);
  } finally {
    await file.close();
  }
}

async function parseHeader(file: FileHandle): Promise<WavInfo> {
  const { size } = await file.stat();
  const riff = await readAt(file, 0, 12);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('Not a WAV file.');
  }
  let offset = 12;
  let format: Buffer | null = null;
  for (let i = 0; i < MAX_CHUNKS && offset + 8 <= size; i += 1) {
    const chunk = await readAt(file, offset, 8);
    const id = chunk.toString('latin1', 0, 4);
    const bytes = chunk.readUInt32LE(4);
    if (id === 'fmt ') format = await readAt(file, offset + 8, 16);
    if (id === 'data') {
      if (!format || format.readUInt16LE(14) !== 16) throw new Error('Not a 16 bit PCM WAV file.');
      // A file written to a pipe states 0xFFFFFFFF, so the file's size is used instead.
      return describe(format, offset + 8, Math.min(bytes, size - offset - 8));
    }
    offset += 8 + bytes + (bytes % 2);
  }
  throw new Error('The WAV file contains no audio.');
}

function describe(format: Buffer, dataOffset: number, bytes: number): WavInfo {
  const channels = format.readUInt16LE(2);
  const sampleRate = format.readUInt32LE(4);
  const frameBytes = channels * 2;
  if (frameBytes === 0 || sampleRate === 0) throw new Error('The WAV file has no sample rate.');
  const frames = Math.floor(bytes / frameBytes);
  const durationMs = Math.floor((frames * 1000) / sampleRate);
  return {
    sampleRate,
    channels,
    frameBytes,
    samples: frames,
    dataOffset,
    dataBytes: frames * frameBytes,
    durationMs,
  };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The WAV file ends within its header.');
  return buffer;
}

/** Returns the 44 bytes that precede `dataBytes` of 16-bit PCM. */
export function wavHeader(info: { sampleRate: number; channels: number; dataBytes: number }): Buffer {
  const { sampleRate, channels, dataBytes } = info;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/**
 * Copies startMs to endMs of a WAV file into a new one, by bytes: no decoding, constant memory. Ranges are
 * cut at the end of the file.
 * @throws Error if the source is not a 16-bit PCM WAV file, or outPath cannot be written
 */
export async function cutWav(
  wavPath: string,
  outPath: string,
  span: { startMs: number; endMs: number },
): Promise<void> {
  await joinWav(wavPath, outPath, [span], 0);
}

/** Copies several ranges, which follow one another in the new file, each with gapMs of silence after it. */
export async function joinWav(
  wavPath: string,
  outPath: string,
  spans: readonly { startMs: number; endMs: number }[],
  gapMs: number,
): Promise<void> {
  const source = await open(wavPath, 'r');
  try {
    const info = await parseHeader(source);
    const bytesOf = (ms: number) => Math.round((ms * info.sampleRate) / 1000) * info.frameBytes;
    const byteAt = (ms: number) => Math.min(bytesOf(ms), info.dataBytes);
    const ranges = spans.map(({ startMs, endMs }) => {
      // The last range includes the fraction of a millisecond at the end.
      const stop = endMs >= info.durationMs ? info.dataBytes : byteAt(endMs);
      return { from: byteAt(startMs), stop };
    });
    const gap = Buffer.alloc(bytesOf(gapMs));
    const dataBytes = ranges.reduce((sum, { from, stop }) => sum + Math.max(0, stop - from) + gap.length, 0);
    const out = await open(outPath, 'w');
    try {
      await out.write(wavHeader({ ...info, dataBytes }));
      for (const { from, stop } of ranges) {
        await copyBytes(source, out, info.dataOffset + from, info.dataOffset + stop);
        await out.write(gap);
      }
    } finally {
      await out.close();
    }
  } finally {
    await source.close();
  }
}

async function copyBytes(source: FileHandle, out: FileHandle, from: number, stop: number): Promise<void> {
  const buffer = Buffer.alloc(COPY_BYTES);
  for (let position = from; position < stop;) {
    const want = Math.min(buffer.length, stop - position);
    const { bytesRead } = await source.read(buffer, 0, want, position);
    if (bytesRead === 0) throw new Error('The WAV file became shorter while it was read.');
    await out.write(buffer, 0, bytesRead);
    position += bytesRead;
  }
}

/** Writes a silent, empty WAV file. */
export async function writeEmptyWav(path: string, sampleRate: number): Promise<void> {
  await writeFile(path, wavHeader({ sampleRate, channels: 1, dataBytes: 0 }));
}
