import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT, filmSeconds, framesOf, framePlaces, joinsOf } from '#contract/transitions.ts';
import {
  clipAt,
  filmSecondOf,
  followEdit,
  layOut,
  lightAt,
  loudnessAt,
  opacityAt,
  seenAt,
  shownWith,
  sourceAt,
} from '../../../client/src/components/player/film/timeline.ts';
import { crossfade, FILM, held, part, plays } from '../../helpers/film-player/made-films.ts';

const timeline = layOut(FILM);
const placeOf = (id: string) => timeline.parts.get(id)!;
const shownAt = (second: number) => {
  const lead = timeline.leads[clipAt(timeline, second)]!;
  return shownWith(timeline, lead, second).map((clip) => [clip.part.id, sourceAt(clip, second)]);
};

describe('a film with transitions', () => {
  it('has its parts where the rendered film has them, and its length', () => {
    expect(timeline.length).toBe(10);
    expect(
      [...timeline.parts.values()].map(({ start, end, from, until }) => [start, end, from, until]),
    ).toEqual([
      [0, 3.5, 0, 4],
      [3.5, 7, 3, 7],
      [7, 10, 7, 10],
    ]);
    const anyPart = fc.record({
      seconds: fc.integer({ min: 1, max: 400 }).map((frames) => frames / 30),
      transition: fc.constantFrom('cut' as const, 'crossfade' as const, 'dip' as const),
      transitionSeconds: fc.integer({ min: 2, max: 20 }).map((tenths) => tenths / 10),
    });
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 8 }), (film) => {
        const laid = layOut(film.map(({ seconds, ...wish }, id) => part(`${id}`, wish, plays(0, seconds))));
        const sized = film.map((one) => ({ ...one, frames: framesOf(one.seconds) }));
        const places = framePlaces(sized, joinsOf(sized, 30));
        expect(laid.length).toBe(
          filmSeconds(film.map((one) => ({ ...one, effectiveDuration: one.seconds }))),
        );
        expect([...laid.parts.values()].map(({ start, from }) => [start, from])).toEqual(
          places.map(({ startFrame, originFrame }) => [startFrame / 30, originFrame / 30]),
        );
        let end = 0;
        for (const { leads } of laid.leads) {
          expect(leads.from).toBe(end);
          end = leads.to;
        }
        expect(end).toBe(laid.length);
      }),
    );
  });

  it('shows both parts of a crossfade, the later one over the earlier, and no other', () => {
    expect(shownAt(2.9)).toEqual([['a', 12.9]]);
    expect(shownAt(3.25)).toEqual([
      ['a', 13.25],
      ['b', 20.25],
    ]);
    expect(shownAt(3.75)).toEqual([
      ['a', 13.75],
      ['b', 20.75],
    ]);
    expect(shownAt(4)).toEqual([['b', 21]]);
    expect(shownAt(6.9)).toEqual([['b', 23.9]]);
    expect([3, 3.25, 3.5, 4, 6.8].map((second) => opacityAt(placeOf('b'), second))).toEqual([
      0, 0.25, 0.5, 1, 1,
    ]);
    expect(opacityAt(placeOf('a'), 3.75)).toBe(1);
    expect(seenAt(placeOf('a'), 3.75)).toBe(0.25);
  });

  it('keeps the power of the sound in a crossfade, and is silent and black in the middle of a dip', () => {
    for (const second of [3, 3.2, 3.5, 3.9, 4]) {
      const power = loudnessAt(placeOf('a'), second) ** 2 + loudnessAt(placeOf('b'), second) ** 2;
      expect(power).toBeCloseTo(1, 10);
    }
    expect(loudnessAt(placeOf('a'), 3.5)).toBeCloseTo(Math.SQRT1_2, 10);
    expect([6.5, 6.75, 7, 7.25, 7.5].map((second) => lightAt(timeline, second))).toEqual([1, 0.5, 0, 0.5, 1]);
    expect(loudnessAt(placeOf('b'), 6.75)).toBeCloseTo(Math.SQRT1_2, 10);
    expect(loudnessAt(placeOf('c'), 7)).toBe(0);
    expect(lightAt(timeline, 3.5)).toBe(1);
  });

  it('goes to a second of a source only while its part leads', () => {
    expect(filmSecondOf(timeline, 'a', 11)).toBe(1);
    expect(filmSecondOf(timeline, 'a', 14)).toBe(3.5);
    expect(filmSecondOf(timeline, 'b', 20)).toBe(3.5);
  });

  it('stays at the same picture when a transition is chosen', () => {
    const cuts = layOut(FILM.map((one) => ({ ...one, transition: CUT })));
    expect(followEdit(cuts, timeline, 5)).toBe(4);
    expect(followEdit(timeline, cuts, 4)).toBe(5);
    const card = [part(null, CUT, held(0, 3)), FILM[1]!];
    const faded = [part(null, crossfade(), held(0, 3)), FILM[1]!];
    expect(followEdit(layOut(card), layOut(faded), 2)).toBe(2);
  });
});
