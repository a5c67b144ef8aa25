/** Mono audio: signed 16-bit samples, little-endian. */
export interface Pcm {
  sampleRate: number;
  data: Buffer;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const FULL_SCALE = 32_767;

/**
 * Reads a whole WAV file with any number of channels in 16, 24 or 32-bit PCM or 32-bit float, and mixes it to
 * mono. If the length in its header is missing, it is read to the end.
 * @throws Error for any other file
 */
export function decodeWav(bytes: Buffer): Pcm {
  const { format, data } = findChunks(bytes);
  const tag = format.readUInt16LE(0);
  const kind = tag === EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : tag;
  const channels = format.readUInt16LE(2);
  const sampleRate = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  const isKnown = (kind === PCM && [16, 24, 32].includes(bits)) || (kind === FLOAT && bits === 32);
  if (!isKnown || channels === 0 || sampleRate === 0)
    throw new Error('The WAV file has an unsupported format.');
  const width = bits / 8;
  const scale = FULL_SCALE / 2 ** (bits - 1);
  const read = (at: number) =>
    kind === FLOAT ? data.readFloatLE(at) * FULL_SCALE : data.readIntLE(at, width) * scale;
  const frames = Math.floor(data.length / (width * channels));
  const mono = Buffer.alloc(frames * 2);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read((frame * channels + channel) * width);
    const level = Math.round(sum / channels);
    mono.writeInt16LE(Math.max(-FULL_SCALE, Math.min(FULL_SCALE, level)) || 0, frame * 2);
  }
  return { sampleRate, data: mono };
}

function findChunks(bytes: Buffer): { format: Buffer; data: Buffer } {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('Not a WAV file.');
  }
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (id === 'fmt ' && body.length >= 16) format = body;
    // Streams that cannot seek back to their header write zero.
    if (id === 'data' && format) return { format, data: length === 0 ? bytes.subarray(at + 8) : body };
    at += 8 + length + (length % 2);
  }
  throw new Error('The WAV file contains no audio.');
}
