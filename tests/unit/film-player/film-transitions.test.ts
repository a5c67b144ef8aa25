import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT, filmSeconds, framesOf, framePlaces, joinsOf } from '#film/transitions/transitions.ts';
import {
  clipAt,
  lightAt,
  loudnessAt,
  opacityAt,
  seenAt,
  shownWith,
} from '../../../client/src/components/player/film/timeline/shown-at.ts';
import {
  filmSecondOf,
  followEdit,
  sourceAt,
} from '../../../client/src/components/player/film/timeline/source-time.ts';
import { layOut } from '../../../client/src/components/player/film/timeline/timeline.ts';
import { crossfade, FILM, FREE, held, part, plays } from '../../helpers/film-player/made-films.ts';

const timeline = layOut(FILM);
const placeOf = (id: string) => timeline.parts.get(id)!;
const shownAt = (second: number) => {
  const lead = timeline.leads[clipAt(timeline, second)]!;
  return shownWith(timeline, lead, second).map((clip) => [clip.part.id, sourceAt(clip, second)]);
};

describe('a film with transitions', () => {
  it('has its parts at the same positions as the rendered film, and its length', () => {
    expect(timeline.length).toBe(11);
    expect(
      [...timeline.parts.values()].map(({ start, end, from, until }) => [start, end, from, until]),
    ).toEqual([
      [0, 4, 0, 4.5],
      [4, 8, 3.5, 8],
      [8, 11, 8, 11],
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
        const places = framePlaces(sized);
        const joins = joinsOf(sized, 30);
        expect(laid.length).toBe(
          filmSeconds(film.map((one) => ({ ...one, effectiveDuration: one.seconds }))),
        );
        expect([...laid.parts.values()].map(({ start, from }) => [start, from])).toEqual(
          places.map(({ startFrame }, index) => {
            const join = joins[index - 1];
            return [startFrame / 30, (startFrame - (join?.blend ? join.before : 0)) / 30];
          }),
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
    expect(shownAt(3.4)).toEqual([['a', 13.4]]);
    expect(shownAt(3.75)).toEqual([
      ['a', 13.75],
      ['b', 19.75],
    ]);
    expect(shownAt(4.25)).toEqual([
      ['a', 14.25],
      ['b', 20.25],
    ]);
    expect(shownAt(4.5)).toEqual([['b', 20.5]]);
    expect(shownAt(7.9)).toEqual([['b', 23.9]]);
    expect([3.5, 3.75, 4, 4.5, 7.8].map((second) => opacityAt(placeOf('b'), second))).toEqual([
      0, 0.25, 0.5, 1, 1,
    ]);
    expect(opacityAt(placeOf('a'), 4.25)).toBe(1);
    expect(seenAt(placeOf('a'), 4.25)).toBe(0.25);
  });

  // product 18.10
  it('holds a frame in a crossfade if the source has no more of the shot', () => {
    const edge = { ...FREE, handleMs: 200 };
    const film = layOut(FILM.map((one) => ({ ...one, edges: { start: edge, end: edge } })));
    const at = (second: number) => {
      const lead = film.leads[clipAt(film, second)]!;
      return shownWith(film, lead, second).map((clip) => sourceAt(clip, second));
    };
    expect(at(3.6).map((one) => one.toFixed(2))).toEqual(['13.60', '19.80']);
    expect(at(3.9).map((one) => one.toFixed(2))).toEqual(['13.90', '19.90']);
    expect(at(4.4).map((one) => one.toFixed(2))).toEqual(['14.20', '20.40']);
  });

  it('preserves the power of the audio in a crossfade, and is silent and black in the middle of a dip', () => {
    for (const second of [3.5, 3.7, 4, 4.4, 4.5]) {
      const power = loudnessAt(placeOf('a'), second) ** 2 + loudnessAt(placeOf('b'), second) ** 2;
      expect(power).toBeCloseTo(1, 10);
    }
    expect(loudnessAt(placeOf('a'), 4)).toBeCloseTo(Math.SQRT1_2, 10);
    expect([7.5, 7.75, 8, 8.25, 8.5].map((second) => lightAt(timeline, second))).toEqual([1, 0.5, 0, 0.5, 1]);
    expect(loudnessAt(placeOf('b'), 7.75)).toBeCloseTo(Math.SQRT1_2, 10);
    expect(loudnessAt(placeOf('c'), 8)).toBe(0);
    expect(lightAt(timeline, 4)).toBe(1);
  });

  // product 18.10
  it('mixes no audio into words at the cut of a crossfade', () => {
    const talking = { ...FREE, insideMs: 0 };
    const film = layOut(FILM.map((one) => ({ ...one, edges: { start: talking, end: talking } })));
    const loudness = (id: string) =>
      [3.6, 3.99, 4.01, 4.4].map((second) => loudnessAt(film.parts.get(id)!, second));
    expect(loudness('a')).toEqual([1, 1, 0, 0]);
    expect(loudness('b')).toEqual([0, 0, 1, 1]);
  });

  it('seeks a second of a source only while its part leads', () => {
    expect(filmSecondOf(timeline, 'a', 11)).toBe(1);
    expect(filmSecondOf(timeline, 'a', 15)).toBe(4);
    expect(filmSecondOf(timeline, 'b', 19.8)).toBe(4);
  });

  it('stays at the same frame when a transition is chosen', () => {
    const cuts = layOut(FILM.map((one) => ({ ...one, transition: CUT })));
    expect(followEdit(cuts, timeline, 5)).toBe(5);
    expect(followEdit(timeline, cuts, 4)).toBe(4);
    const card = [part(null, CUT, held(0, 3)), FILM[1]!];
    const faded = [part(null, crossfade(), held(0, 3)), FILM[1]!];
    expect(followEdit(layOut(card), layOut(faded), 2)).toBe(2);
  });
});
