import { describe, expect, it } from 'vitest';
import { decodeWav } from '../../../worker/audio/decode-wav.ts';

interface Format {
  tag?: number;
  channels?: number;
  bits: number;
  /** A wrong length in the header of the data chunk. */
  declaredSize?: number;
}

function wav({ tag = 1, channels = 1, bits, declaredSize }: Format, data: Buffer): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(24_000, 4);
  format.writeUInt16LE(bits, 14);
  const chunk = (id: string, body: Buffer, length = body.length) => {
    const head = Buffer.alloc(8);
    head.write(id, 'latin1');
    head.writeUInt32LE(length, 4);
    return Buffer.concat([head, body]);
  };
  return Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    chunk('fmt ', format),
    // An odd chunk is followed by a padding byte.
    chunk('LIST', Buffer.from('abc\0'), 3),
    chunk('data', data, declaredSize),
  ]);
}
const samples = ({ data }: { data: Buffer }) =>
  Array.from({ length: data.length / 2 }, (_, i) => data.readInt16LE(i * 2));
const int16 = (...values: number[]) => Buffer.from(Int16Array.from(values).buffer);

describe('decodeWav', () => {
  it('returns 16-bit samples unchanged, whatever length the header states', () => {
    for (const declaredSize of [6, 0, 0xffffffff]) {
      const decoded = decodeWav(wav({ bits: 16, declaredSize }, int16(0, 1000, -1000)));
      expect(decoded.sampleRate).toBe(24_000);
      expect(samples(decoded)).toEqual([0, 1000, -1000]);
    }
  });

  it('mixes channels to one', () => {
    const decoded = decodeWav(wav({ bits: 16, channels: 2 }, int16(1000, 3000, -500, 500, 7)));
    expect(samples(decoded)).toEqual([2000, 0]);
  });

  it('reads floats, limited to full scale, and higher bit depths', () => {
    const floats = Buffer.from(Float32Array.from([0.5, -2, Number.NaN]).buffer);
    expect(samples(decodeWav(wav({ bits: 32, tag: 3 }, floats)))).toEqual([16_384, -32_767, 0]);
    const int24 = Buffer.alloc(6);
    int24.writeIntLE(2 ** 22, 0, 3);
    int24.writeIntLE(-(2 ** 22), 3, 3);
    expect(samples(decodeWav(wav({ bits: 24 }, int24)))).toEqual([16_384, -16_383]);
  });

  it('refuses files without supported audio', () => {
    expect(() => decodeWav(Buffer.from('{"error":"x"}'))).toThrow('Not a WAV file.');
    expect(() => decodeWav(wav({ bits: 8 }, Buffer.alloc(4)))).toThrow('unsupported format');
    expect(() => decodeWav(wav({ bits: 16, tag: 85 }, Buffer.alloc(4)))).toThrow('unsupported format');
    expect(() => decodeWav(wav({ bits: 16 }, int16()).subarray(0, 30))).toThrow('contains no audio');
  });
});
