import type { Readable } from 'node:stream';

/**
 * Yields the lines of a UTF-8 stream, of any length, each ended only by \n. From Node 24 on, readline also
 * ends a line at U+2028 and U+2029, which JSON text may contain.
 * @throws the stream's error
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest: string[] = [];
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    rest.push(first);
    for (const next of others) {
      yield rest.join('');
      rest = [next];
    }
  }
  const last = rest.join('');
  if (last !== '') yield last;
}
