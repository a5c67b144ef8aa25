/** An array of a model's file: its numbers row by row. */
export interface Item {
  name: string;
  shape: [number, number] | [number];
  type: 'float32' | 'int8' | 'intgemm8';
  bytes: Buffer;
}

const TYPES = { float32: 0x0404, int8: 0x0101, intgemm8: 0x4101 } as const;
const ALIGNMENT = 256;
const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;

/** Real numbers. */
export function floats(name: string, shape: Item['shape'], values: ArrayLike<number>): Item {
  return { name, shape, type: 'float32', bytes: Buffer.from(Float32Array.from(values).buffer) };
}

/** The settings in a model's file. */
export function settings(yaml: string): Item {
  const bytes = Buffer.from(`${yaml}\0`);
  return { name: 'special:model.yml', shape: [bytes.length], type: 'int8', bytes };
}

/**
 * A matrix in whole numbers from -127 to 127, each `1 / multiplier` of its value; the multiplier is stored
 * after them. The right side of a product is stored column by column (`transposed`), an embedding row by row.
 */
export function wholeNumbers(
  name: string,
  [rows, columns]: [number, number],
  { multiplier, transposed, at }: Matrix,
): Item {
  const bytes = Buffer.alloc(rows * columns + 4);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const place = transposed ? column * rows + row : row * columns + column;
      bytes.writeInt8(Math.round(at(row, column) * multiplier), place);
    }
  }
  bytes.writeFloatLE(multiplier, rows * columns);
  return { name, shape: [rows, columns], type: 'intgemm8', bytes };
}

export interface Matrix {
  multiplier: number;
  transposed: boolean;
  at(row: number, column: number): number;
}

/** Returns a model in Marian's binary format. */
export function marianModel(items: readonly Item[]): Buffer {
  const padded = items.map(({ bytes }) => pad(bytes));
  const heads = items.flatMap(({ name, type, shape }, index) => [
    uint64(Buffer.byteLength(name) + 1),
    uint64(TYPES[type]),
    uint64(shape.length),
    uint64(padded[index]!.length),
  ]);
  const names = items.map(({ name }) => Buffer.from(`${name}\0`));
  const shapes = items.map(({ shape }) => Buffer.from(Int32Array.from(shape).buffer));
  const before = Buffer.concat([uint64(1), uint64(items.length), ...heads, ...names, ...shapes]);
  const gap = (ALIGNMENT - ((before.length + 8) % ALIGNMENT)) % ALIGNMENT;
  return Buffer.concat([before, uint64(gap), Buffer.alloc(gap), ...padded]);
}

/**
 * Returns a binary shortlist: the target pieces that each source piece may become. The first `always` pieces
 * are always allowed.
 */
export function shortlist(targets: readonly (readonly number[])[], always: number): Buffer {
  const offsets = [0];
  for (const list of targets) offsets.push(offsets.at(-1)! + list.length);
  const all = targets.flatMap((list) => list.toSorted((a, b) => a - b));
  const most = Math.max(...targets.map((list) => list.length));
  const numbers = [always, most, offsets.length, all.length, ...offsets].map(uint64);
  const magic = Buffer.alloc(8);
  magic.writeBigUInt64LE(SHORTLIST_MAGIC);
  // The wasm does not check the checksum: its hash differs from that of the programs that write it.
  return Buffer.concat([magic, uint64(0), ...numbers, Buffer.from(Uint32Array.from(all).buffer)]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
