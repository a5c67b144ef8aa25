import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf } from '#core/lib/lines.ts';

/** Returns the lines of these bytes, which arrive in pieces of this size. */
async function lines(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(pieces, { objectMode: false }))) lines.push(line);
  return lines;
}

it.each([1, 2, 7, 1000])(
  'end only at line feeds, however the bytes arrive (pieces of %d bytes)',
  async (size) => {
    const texts = ['{"title":"a\u2028b\u2029c"}', '', 'नमस्ते 🎬', 'a\u0085b\rc'];
    expect(await lines(`${texts.join('\n')}\n`, size)).toEqual(texts);
    expect(await lines(texts.join('\n'), size)).toEqual(texts);
  },
);

it('are empty for an empty stream, and fail with the error of a broken one', async () => {
  expect(await lines('', 1)).toEqual([]);
  const broken = new Readable({ read: () => undefined });
  broken.push('whole\npart');
  const received: string[] = [];
  const reading = (async () => {
    for await (const line of linesOf(broken)) {
      received.push(line);
      broken.destroy(new Error('the disk is gone'));
    }
  })();
  await expect(reading).rejects.toThrow('the disk is gone');
  expect(received).toEqual(['whole']);
});
