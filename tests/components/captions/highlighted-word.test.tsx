import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { CAPTION_GROUNDS, lookOf } from '#film/captions/caption-look.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { CaptionText } from '../../../client/src/components/player/drawn/CaptionText.tsx';
import { useFaces } from '../../../client/src/components/player/drawn/lines.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';

const LINES = {
  English: 'for telecommunications and',
  Bengali: 'এর বিশ্ববিদ্যালয়ের পরে',
  Hindi: 'के विश्वविद्यालयों तक',
};
/** The height of a line, and the width of a space that is not widened, in pixels. */
const SIZE = 100;
const SPACE = SIZE * 0.171;

type Ground = (typeof CAPTION_GROUNDS)[number];

function Sample({ line, ground }: { line: string; ground: Ground }) {
  const look = { ...PLAIN_CAPTIONS, ...lookOf(ground, true) };
  return useFaces(line) ? <CaptionText lines={[line]} look={look} spoken={1} size={`${SIZE}px`} /> : null;
}

const cases = CAPTION_GROUNDS.flatMap((ground) =>
  Object.entries(LINES).map(([language, line]) => [language, ground, line] as const),
);
// product 21.3
it.each(cases)('keeps its distance from its neighbours in the preview: %s, %s', async (_, ground, line) => {
  const { container } = await render(
    <QueryClientProvider client={queryClient}>
      <Sample line={line} ground={ground} />
    </QueryClientProvider>,
  );
  const words = () => [...container.querySelectorAll('.inline-block.relative')];
  await expect.poll(() => words().map(({ textContent }) => textContent)).toEqual(line.split(' '));
  const [before, spoken, after] = words().map((word) => word.getBoundingClientRect());
  expect(spoken!.height / before!.height).toBeCloseTo(1.1);
  expect(spoken!.left - before!.right).toBeGreaterThan(SPACE * 0.8);
  expect(after!.left - spoken!.right).toBeGreaterThan(SPACE * 0.8);
});
