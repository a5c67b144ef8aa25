import { open } from 'node:fs/promises';

export interface WavInfo {
  sampleRate: number;
  channels: number;
  bytesPerFrame: number;
  /** Samples per channel. */
  samples: number;
  /** Where the samples begin, in bytes. */
  dataStart: number;
}

/**
 * Reads a PCM wav file's header.
 * @throws Error when it is none.
 */
export async function readWavInfo(path: string): Promise<WavInfo> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(65_536);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const { size } = await file.stat();
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') {
      throw new Error('not a wav file');
    }
    let info: Omit<WavInfo, 'samples' | 'dataStart'> | undefined;
    for (let at = 12; at + 8 <= bytesRead;) {
      const type = head.toString('latin1', at, at + 4);
      const length = head.readUInt32LE(at + 4);
      const start = at + 8;
      if (type === 'fmt ') {
        info = {
          channels: head.readUInt16LE(start + 2),
          sampleRate: head.readUInt32LE(start + 4),
          bytesPerFrame: head.readUInt16LE(start + 12),
        };
      }
      if (type === 'data' && info) {
        // A file above 4 GB, or one written to a pipe, does not know its length.
        const bytes = Math.min(length, size - start);
        return { ...info, dataStart: start, samples: Math.floor(bytes / info.bytesPerFrame) };
      }
      at = start + length + (length % 2);
    }
    throw new Error('a wav file without sound');
  } finally {
    await file.close();
  }
}
