import { seededRandom } from '../seeded-random.ts';

type Mutation = (bytes: Buffer, below: (limit: number) => number) => Buffer;

/** Sizes and counts on which parsers stumble. */
const LANDMARKS = [0, 1, 7, 8, 0x7f_ff, 0xff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_fe, 0xff_ff_ff_ff];
/** Most of a parser's decisions depend on bytes within this distance of a file's start. */
const HEAD_BYTES = 2048;

/** Returns a position in the file, as often in its header as in the whole file. */
const place = (bytes: Buffer, below: (limit: number) => number) =>
  below(below(2) === 0 ? Math.min(bytes.length, HEAD_BYTES) : bytes.length);

/** The kinds of accidental or deliberate damage to a file. */
export const MUTATIONS: Record<string, Mutation> = {
  'bytes flipped'(bytes, below) {
    for (let count = 1 + below(24); count > 0; count -= 1) bytes[place(bytes, below)]! ^= 1 << below(8);
    return bytes;
  },
  'cut off': (bytes, below) => bytes.subarray(0, below(bytes.length)),
  'parts swapped'(bytes, below) {
    const length = 1 + below(Math.min(512, Math.floor(bytes.length / 4)));
    const [one, other] = [below(bytes.length - length), below(bytes.length - length)];
    const saved = Buffer.from(bytes.subarray(one, one + length));
    bytes.copy(bytes, one, other, other + length);
    saved.copy(bytes, other);
    return bytes;
  },
  'sizes changed'(bytes, below) {
    // Before the four letters that name a box or a chunk, or anywhere.
    const names = [...bytes.toString('latin1').matchAll(/[a-zA-Z]{4}/g)].map(({ index }) => index);
    for (let count = 1 + below(3); count > 0; count -= 1) {
      const named = names.length > 0 && below(4) > 0;
      const at = Math.max(0, (named ? names[below(names.length)]! : place(bytes, below)) - 4);
      const size = LANDMARKS[below(LANDMARKS.length)]!;
      if (at + 4 > bytes.length) continue;
      if (below(2) === 0) bytes.writeUInt32BE(size, at);
      else bytes.writeUInt32LE(size, at);
    }
    return bytes;
  },
  'tail doubled'(bytes, below) {
    const tail = bytes.subarray(below(bytes.length));
    return Buffer.concat([bytes, ...Array.from({ length: 1 + below(4) }, () => tail)]);
  },
  'a part blanked'(bytes, below) {
    const from = place(bytes, below);
    return bytes.fill(below(2) === 0 ? 0 : 0xff, from, Math.min(bytes.length, from + 1 + below(256)));
  },
  'begins as something else': (bytes, below) =>
    Buffer.concat([Buffer.from(OTHER_HEADS[below(OTHER_HEADS.length)]!, 'latin1'), bytes]),
};

const OTHER_HEADS = [
  'PK\x03\x04',
  '#EXTM3U\n',
  'ffconcat version 1.0\n',
  'GIF89a',
  '\xff\xd8\xff',
  '\x1aE\xdf\xa3',
];

/** Returns a changed copy of a file and the name of the change; deterministic for a seed. */
export function mutate(bytes: Buffer, seed: number): { bytes: Buffer; mutation: string } {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * Math.max(1, limit));
  const names = Object.keys(MUTATIONS);
  const mutation = names[below(names.length)]!;
  return { bytes: MUTATIONS[mutation]!(Buffer.from(bytes), below), mutation };
}
