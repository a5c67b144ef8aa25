/**
 * Writes ONNX models: just enough of the format (a protobuf) for models that tests make. A message is its
 * fields' bytes; a field's number is that of onnx.proto.
 */
export type Message = Buffer;

function varint(value: number): Buffer {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}
const int = (field: number, value: number): Message => Buffer.concat([varint(field * 8), varint(value)]);
function part(field: number, content: string | Message): Message {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}
const join = (...parts: Message[]): Message => Buffer.concat(parts);

const FLOAT = 1;
const INT64 = 7;

export function tensor(name: string, dims: number[], values: number[]): Message {
  const raw = Buffer.from(Float32Array.from(values).buffer);
  return join(...dims.map((dim) => int(1, dim)), int(2, FLOAT), part(8, name), part(9, raw));
}

export const whole = (name: string, of: number): Message =>
  join(int(2, INT64), part(8, name), part(9, Buffer.from(BigInt64Array.of(BigInt(of)).buffer)));

/** An input or output. A dimension with a name has any length. */
export function value(name: string, type: 'float' | 'int64', dims: (string | number)[]): Message {
  const shape = dims.map((dim) => part(1, typeof dim === 'string' ? part(2, dim) : int(1, dim)));
  const tensorType = join(int(1, type === 'float' ? FLOAT : INT64), part(2, join(...shape)));
  return join(part(1, name), part(2, part(1, tensorType)));
}

/** An operation. Attributes are whole numbers or lists of whole numbers. */
export function node(
  op: string,
  inputs: string[],
  output: string,
  attributes: Record<string, number | number[]> = {},
): Message {
  const encoded = Object.entries(attributes).map(([name, of]) =>
    Array.isArray(of)
      ? join(part(1, name), ...of.map((one) => int(8, one)), int(20, 7))
      : join(part(1, name), int(3, of), int(20, 2)),
  );
  const ends = [...inputs.map((input) => part(1, input)), part(2, output)];
  return join(...ends, part(4, op), ...encoded.map((attribute) => part(5, attribute)));
}

export interface Graph {
  nodes: Message[];
  constants: Message[];
  inputs: Message[];
  outputs: Message[];
}

/** A complete model with its metadata. */
export function model(
  { nodes, constants, inputs, outputs }: Graph,
  metadata: Record<string, string>,
): Buffer {
  const graph = join(
    ...nodes.map((one) => part(1, one)),
    part(2, 'made by a test'),
    ...constants.map((one) => part(5, one)),
    ...inputs.map((one) => part(11, one)),
    ...outputs.map((one) => part(12, one)),
  );
  const facts = Object.entries(metadata).map(([key, text]) => part(14, join(part(1, key), part(2, text))));
  return join(int(1, 8), part(7, graph), part(8, join(part(1, ''), int(2, 13))), ...facts);
}
