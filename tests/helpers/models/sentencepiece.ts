/** A text piece of a vocabulary. Its ID is its index in the list. */
export interface Piece {
  text: string;
  /** Of all segmentations of a text, the one with the highest sum is chosen. */
  score: number;
  type: 'normal' | 'unknown' | 'control' | 'byte';
}

const TYPES = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;
const UNIGRAM = 1;

/**
 * Returns a SentencePiece model (a protocol buffer) of these pieces, in which 0 ends a sentence and 1 is the
 * unknown piece.
 */
export function sentencePieceModel(pieces: readonly Piece[]): Buffer {
  const list = pieces.map(({ text, score, type }) =>
    field(1, Buffer.concat([field(1, Buffer.from(text)), floatField(2, score), intField(3, TYPES[type])])),
  );
  const none = -1;
  const trainer = Buffer.concat([
    intField(3, UNIGRAM),
    intField(4, pieces.length),
    intField(35, 1), // Unknown letters are written as bytes.
    intField(40, 1),
    intField(41, none),
    intField(42, 0),
    intField(43, none),
  ]);
  const normalizer = field(1, Buffer.from('identity'));
  return Buffer.concat([...list, field(2, trainer), field(3, normalizer)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

const intField = (number: number, value: number) => Buffer.concat([varint(number * 8), varint(value)]);

const field = (number: number, bytes: Buffer) =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);

function floatField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(number * 8 + 5), bytes]);
}
