import { describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { CARD_MOTION, cardState } from '#film/cards/card-motion.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { sectionAss } from '../../../worker/subtitles/title.ts';

describe('cardState', () => {
  // product 25.23
  it('fades in while it rises, stays, and fades out in place', () => {
    expect(cardState(0, 3000)).toEqual({ opacity: 0, below: CARD_MOTION.rise });
    const states = [100, 200, 300].map((at) => cardState(at, 3000));
    expect(states.map(({ opacity }) => opacity)).toEqual(states.map(({ opacity }) => opacity).toSorted());
    expect(states.map(({ below }) => below)).toEqual(
      states
        .map(({ below }) => below)
        .toSorted()
        .reverse(),
    );
    expect(cardState(400, 3000)).toEqual({ opacity: 1, below: 0 });
    expect(cardState(2700, 3000)).toEqual({ opacity: 1, below: 0 });
    expect(cardState(2850, 3000)).toEqual({ opacity: 0.5, below: 0 });
  });

  it('shows nothing before its start and after its end', () => {
    expect(cardState(-200, 3000).opacity).toBe(0);
    expect(cardState(3000, 3000).opacity).toBe(0);
    expect(cardState(5000, 3000).opacity).toBe(0);
  });

  // product 25.23
  it('shows the text of a card that opens the film from its first frame, and fades it out', () => {
    const states = [0, 33, 200, 2700].map((at) => cardState(at, 3000, true));
    expect(new Set(states)).toEqual(new Set([{ opacity: 1, below: 0 }]));
    expect(cardState(2850, 3000, true)).toEqual({ opacity: 0.5, below: 0 });
    expect(cardState(-200, 3000, true).opacity).toBe(0);
  });

  it('is faster on a short card', () => {
    expect(cardState(125, 500)).toEqual({ opacity: 1, below: 0 });
    expect(cardState(375, 500)).toEqual({ opacity: 1, below: 0 });
    expect(cardState(100, 500).opacity).toBeLessThan(1);
  });
});

describe('a title drawn by libass', () => {
  const eventsOf = (text: Partial<Parameters<typeof sectionAss>[0]> = {}) =>
    sectionAss(
      { title: 'A river', cues: [], look: PLAIN_CAPTIONS, ...text },
      { width: 1280, height: 720, lengthMs: 3000 },
      UNFRAMED,
    )
      .split('\n')
      .flatMap((line) => {
        const match =
          /^Dialogue: (\d),0:00:(\d\d\.\d\d),0:00:(\d\d\.\d\d),Title,.*\\pos\(640,([\d.]+)\)\\bord0\\shad0\\alpha&H(..)&/.exec(
            line,
          );
        if (!match) return [];
        const [, layer, from, to, y, alpha] = match;
        return [
          {
            layer,
            from: Number(from),
            to: Number(to),
            y: Number(y),
            clear: Number.parseInt(alpha!, 16),
            line,
          },
        ];
      });

  // product 25.23
  it('has an event for each frame in which it moves, without a gap or an outline', () => {
    const events = eventsOf();
    // 12 frames within 400 ms, of which the first shows nothing; one long event; and 9 frames within 300 ms.
    expect(events).toHaveLength(11 + 1 + 8);
    for (const [index, { from }] of events.slice(1).entries()) expect(from).toBe(events[index]!.to);
    const ys = events.map(({ y }) => y);
    expect(ys.slice(0, 12)).toEqual(ys.slice(0, 12).toSorted((a, b) => b - a));
    expect(ys[11]).toBe(360);
    expect(events[11]).toMatchObject({ clear: 0, layer: '1' });
    expect(events.slice(0, 9).every(({ clear }) => clear > 0)).toBe(true);
  });

  it('has one event from the first frame until it fades out if it opens the film', () => {
    const events = eventsOf({ opens: true });
    expect(events).toHaveLength(1 + 8);
    expect(events[0]).toMatchObject({ from: 0, clear: 0, y: 360 });
    expect(events[0]!.to).toBe(eventsOf()[11]!.to);
  });

  it('has a blurred shadow over an image, and otherwise none', () => {
    expect(eventsOf().some(({ line }) => line.includes('\\blur'))).toBe(false);
    const events = eventsOf({ overPicture: true });
    const shadows = events.filter(({ layer }) => layer === '0');
    expect(shadows).toHaveLength(events.length / 2);
    expect(shadows.every(({ line }) => /\\1c&H000000&\\blur\d/.test(line))).toBe(true);
  });

  it('begins later in a transition that begins before it', () => {
    const [first] = eventsOf();
    const [later] = eventsOf({ startMs: 500 });
    expect(later!.from).toBeCloseTo(first!.from + 0.5, 5);
  });

  it('has its second line in smaller letters under it', () => {
    const { line } = eventsOf({ subtitle: 'By Ann' })[0]!;
    const sizes = [...line.matchAll(/\\fnNoto Sans SemiBold\\fs(\d+)/g)].map(([, size]) => Number(size));
    expect(sizes).toHaveLength(2);
    expect(sizes[1]! / sizes[0]!).toBeGreaterThan(0.45);
    expect(sizes[1]! / sizes[0]!).toBeLessThan(0.8);
    expect(line.indexOf('A river')).toBeLessThan(line.indexOf('By Ann'));
  });
});
