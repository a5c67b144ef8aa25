import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CARD_MOTION, cardState } from '#film/cards/card-motion.ts';
import { CardWords } from '../../../client/src/components/player/drawn/CardWords.tsx';
import { createClock } from '../../../client/src/components/player/clock.ts';
import { allowMotion } from '../../helpers/components/open-app.tsx';

const SIZE = 40;

/** The text of a card that lasts from the 2nd to the 5th second of a clock. */
async function open({ opens = false } = {}) {
  const clock = createClock(2);
  await render(
    <CardWords clock={clock} start={2} length={3} opens={opens} size={`${SIZE}px`}>
      A river
    </CardWords>,
  );
  await expect.element(page.getByText('A river')).toBeInTheDocument();
  const { style } = document.querySelector<HTMLElement>('[data-card-words]')!;
  return {
    clock,
    seen: () => ({
      opacity: Number(style.opacity),
      below: Number(/translateY\(([\d.e-]+)em\)/.exec(style.transform)?.[1] ?? 0),
    }),
  };
}

describe('text of a card', () => {
  // product 25.23
  it.each([2.05, 2.1, 2.3, 2.5, 4.8, 4.95])(
    'is at second %d as in the film, also when paused',
    async (time) => {
      await allowMotion();
      const { clock, seen } = await open();
      for (const playing of [true, false]) {
        clock.setState({ time, playing });
        const expected = cardState((time - 2) * 1000, 3000);
        expect(seen().opacity).toBeCloseTo(expected.opacity, 5);
        expect(seen().below).toBeCloseTo(expected.below, 5);
      }
    },
  );

  // product 25.23
  it('is visible while the clock is at the beginning of the card, and rises once it plays', async () => {
    await allowMotion();
    const { clock, seen } = await open();
    expect(seen()).toEqual({ opacity: 1, below: 0 });
    clock.setState({ playing: true });
    expect(seen()).toEqual({ opacity: 0, below: CARD_MOTION.rise });
    clock.setState({ time: 1.9, playing: false });
    expect(seen().opacity).toBe(0);
  });

  // product 25.23
  it('is visible from the first moment on, also while it plays, if the card opens the film', async () => {
    await allowMotion();
    const { clock, seen } = await open({ opens: true });
    for (const time of [2, 2.05, 2.3]) {
      clock.setState({ time, playing: true });
      expect(seen()).toEqual({ opacity: 1, below: 0 });
    }
    clock.setState({ time: 4.9, playing: true });
    expect(seen().opacity).toBeLessThan(1);
  });

  // product 25.23
  it('does not move for a user who prefers reduced motion', async () => {
    const { clock, seen } = await open();
    for (const time of [2.1, 4.9]) {
      clock.setState({ time, playing: true });
      expect(seen()).toEqual({ opacity: 1, below: 0 });
    }
  });
});
