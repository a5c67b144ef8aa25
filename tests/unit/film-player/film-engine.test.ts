import { expect, it, vi } from 'vitest';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT } from '#film/transitions/transitions.ts';
import {
  type Clip,
  type FilmPart,
  layOut,
} from '../../../client/src/components/player/film/timeline/timeline.ts';
import { openEngine } from '../../helpers/film-player/made-films.ts';

const part = (id: string, src: string | null, ...clips: Clip[]): FilmPart => ({
  id,
  src,
  clips,
  sound: { own: 1, under: 1, fade: () => 1, narration: null },
  placement: UNFRAMED,
  transition: CUT,
});
const plays = (from: number, length = 1, rate = 1): Clip => ({ length, from, rate });

/** `shownParts` records each part when its turn begins. */
function open(parts: FilmPart[]) {
  const { time, engine, videos, clock } = openEngine(parts);
  const front = () => videos.find(({ layer }) => layer.style['zIndex'] === '3');
  const shownParts: { id: string | null; at: number; second: number; drawn: number }[] = [];
  engine.state.subscribe(({ partId }, before) => {
    if (partId === before.partId) return;
    const { currentTime: second = 0, drawn = 0 } = front() ?? {};
    shownParts.push({ id: partId, at: time.now, second, drawn });
  });
  return { time, engine, front, shownParts, clock };
}

// product 18.8
it('switches to each video when it is already moving, at its beginning', () => {
  const { time, engine, shownParts, clock } = open([
    part('a', 'a', plays(2)),
    part('b', 'b', plays(7)),
    part('c', 'a', plays(12)),
    part('d', 'c', plays(3)),
  ]);
  engine.play();
  time.pass(5);
  expect(shownParts.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  for (const [index, beginning] of [7, 12, 3].entries()) {
    const { second } = shownParts[index]!;
    expect(second).toBeGreaterThan(beginning - 0.006);
    expect(second).toBeLessThan(beginning + 0.035);
  }
  // No picture was displayed for longer than two frames.
  expect(shownParts[1]!.at - shownParts[0]!.at).toBeLessThan(1034);
  expect(shownParts[2]!.at - shownParts[1]!.at).toBeLessThan(1034);
  expect(clock()).toMatchObject({ time: 4, playing: false });
});

// product 18.8
it('never shows a frame from before a beginning, even if the video reports that it has begun', () => {
  const { time, engine, shownParts } = open([
    part('a', 'a', plays(2)),
    part('b', 'b', plays(7)),
    part('c', 'c', plays(12, 1, 2)),
  ]);
  engine.play();
  time.pass(5);
  expect(shownParts.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(shownParts[0]!.drawn).toBeGreaterThan(7 - 0.034);
  expect(shownParts[1]!.drawn).toBeGreaterThan(12 - 0.067);
});

it('holds the last frame, shows a still for its time, and continues with the next video', () => {
  const { time, engine, shownParts, front, clock } = open([
    part('a', 'a', plays(2), { length: 0.5, from: 3, rate: 0 }),
    part('card', null, { length: 1, from: 0, rate: 0 }),
    part('b', 'b', plays(0, 1, 2)),
  ]);
  engine.play();
  time.pass(1.3);
  expect(front()).toMatchObject({ paused: true, src: 'a' });
  expect(clock().time).toBeLessThan(1.5);
  time.pass(0.5);
  expect(shownParts.map(({ id }) => id)).toEqual(['card']);
  expect(front()).toBeUndefined();
  time.pass(1);
  expect(front()).toMatchObject({ src: 'b', playbackRate: 2 });
  time.pass(2);
  expect(clock()).toMatchObject({ time: 3.5, playing: false });
});

it('reports a failing video, skips its time, and retries it when it is sought', () => {
  const { time, engine, shownParts } = open([
    part('a', 'a', plays(2)),
    part('b', 'bad', plays(2)),
    part('c', 'c', plays(2)),
  ]);
  const failed = vi.fn();
  engine.state.subscribe((state, before) => state.failed && !before.failed && failed(state.partId));
  engine.play();
  time.pass(4);
  expect(failed.mock.calls).toEqual([['b']]);
  expect(shownParts.map(({ id }) => id)).toEqual(['b', 'c']);
  engine.seek(1.5);
  time.pass(0.2);
  expect(failed).toHaveBeenCalledTimes(2);
});

it('plays backwards through all parts, and stops at the beginning', () => {
  const { time, engine, shownParts, clock } = open([part('a', 'a', plays(2)), part('b', 'b', plays(7))]);
  engine.seek(2);
  time.pass(0.5);
  engine.faster(-1);
  expect(engine.state.getState().speed).toBe(-1);
  time.pass(4);
  expect(shownParts.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(clock()).toMatchObject({ time: 0, playing: false });
  expect(engine.state.getState().speed).toBe(1);
});

it('continues without a seek if another part is removed, and with the next part if its own is', () => {
  const [a, b, c] = [part('a', 'a', plays(2, 3)), part('b', 'b', plays(7, 3)), part('c', 'c', plays(1, 3))];
  const { time, engine, front, clock } = open([a, b, c]);
  engine.seek(4);
  time.pass(0.2);
  engine.play();
  time.pass(1);
  const seeks = vi.fn();
  front()!.addEventListener('seeked', seeks);
  engine.setTimeline(layOut([b, c]));
  time.pass(0.2);
  expect(seeks).not.toHaveBeenCalled();
  expect(clock()).toMatchObject({ playing: true });
  expect(clock().time).toBeCloseTo(2.15, 1);
  engine.setTimeline(layOut([c]));
  time.pass(0.5);
  expect(front()).toMatchObject({ src: 'c', paused: false });
  expect(clock().time).toBeLessThan(0.6);
});

it('stops when its page is hidden', () => {
  const { time, engine, clock, front } = open([part('a', 'a', plays(2, 5))]);
  engine.play();
  time.pass(1);
  Object.assign(document, { hidden: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(clock().playing).toBe(false);
  expect(front()!.paused).toBe(true);
});
