import { describe, expect, it } from 'vitest';
import { cutsSchema } from '#contract/cuts.ts';
import { isCut, remainingParts, partOfWords, withCuts, withoutPart } from '#film/time/cuts.ts';
import { type Excerpt, excerptSchema } from '#contract/excerpt.ts';
import { excerptMs, lengthMs, sinceStart, nonDefaultsOf } from '#film/time/section-length.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { planFit, roomAfter, NO_ROOM } from '#film/time/fit.ts';
import { framePartsOf } from '#film/time/frame-parts.ts';
import type { Section } from '#contract/sections.ts';
import { filmPartOf } from '../../../client/src/features/edit/section/film/parts.ts';
import { edgesOf } from '../../../worker/check/edges.ts';

const part = (startMs: number, endMs: number) => ({ startMs, endMs });
const CUTS = [part(500, 1200), part(3000, 4000), part(9500, 11_000)];
const excerpt = (more: Partial<Excerpt> = {}) =>
  excerptSchema.parse({ startMs: 1000, endMs: 10_000, cuts: CUTS, ...more });

describe('the parts of a section', () => {
  it('the parts of a section are what its cuts leave of its range; cuts outside have no effect', () => {
    expect(remainingParts(excerpt())).toEqual([part(1200, 3000), part(4000, 9500)]);
    expect(remainingParts(excerpt({ startMs: 3100, endMs: 3900 }))).toEqual([]);
    expect(remainingParts(excerpt({ startMs: 5000, endMs: 6000 }))).toEqual([part(5000, 6000)]);
    expect([lengthMs(excerpt()), lengthMs(excerpt({ speed: 2 })), excerptMs(excerpt({ speed: 2 }))]).toEqual([
      7300, 3650, 7300,
    ]);
  });

  it('map each moment of the source to its time in the film, and one in a cut to the time of the cut', () => {
    const at = (ms: number) => sinceStart(excerpt({ speed: 2 }), ms);
    expect([1000, 1200, 2200, 3000, 3500, 4000, 5000, 9500, 10_000].map(at)).toEqual([
      0, 0, 500, 900, 900, 900, 1400, 3650, 3650,
    ]);
  });

  it('includes cuts in the key of a rendered section only inside its range', () => {
    expect(nonDefaultsOf({ ...excerpt(), ...UNFRAMED })).toEqual({
      cuts: [part(1000, 1200), part(3000, 4000), part(9500, 10_000)],
    });
    expect(nonDefaultsOf({ ...excerpt({ startMs: 5000, endMs: 6000 }), ...UNFRAMED })).toEqual({});
  });

  it.each([
    ['at its own speed', 1, 1],
    ['faster', 1.5, 1],
    ['slowed for a narration', 1, 1.13],
  ])(
    'the parts of a section are whole frames, at most half a frame from their audio, %s',
    (_, speed, slow) => {
      const cuts = Array.from({ length: 40 }, (__, i) => part(1311 + i * 211, 1311 + i * 211 + 97 + i));
      const section = excerpt({ cuts, speed });
      const plan = {
        ...planFit({ sectionMs: lengthMs(section), narration: null, room: NO_ROOM, frameRate: 30 }),
        slow,
      };
      plan.effectiveFrames = 1000;
      const parts = framePartsOf(section, plan, 30);
      const frames = Math.round((lengthMs(section) * slow * 30) / 1000);
      expect(parts.reduce((sum, one) => sum + one.frames, 0)).toBe(frames);
      for (const [index, { startFrame, uncutFrame }] of parts.entries()) {
        const before = parts[index - 1];
        expect(startFrame).toBe(before ? before.startFrame + before.frames : 0);
        const sourceMs = 1000 + ((uncutFrame * 1000) / 30 / slow) * speed;
        const soundAt = (sinceStart(section, Math.round(sourceMs)) * slow * 30) / 1000;
        expect(Math.abs(soundAt - startFrame)).toBeLessThan(0.55);
      }
    },
  );

  it('leave the video of an uncut section unchanged', () => {
    const section = excerpt({ cuts: [] });
    const plan = planFit({ sectionMs: 9000, narration: null, room: NO_ROOM, frameRate: 30 });
    expect(framePartsOf(section, plan, 30)).toEqual([{ startFrame: 0, frames: 270, uncutFrame: 0 }]);
  });

  it('the parts of a section are followed by more video from the end of the last one', () => {
    const scan = { shotsMs: [9700], durationMs: 20_000 };
    expect(roomAfter(excerpt(), scan).availableMs).toBe(200);
  });

  it('each have edges, which a check of the film examines', () => {
    const audible = {
      videoId: 'v',
      parts: [
        { ...part(1200, 3000), inFilm: part(0, 1800) },
        { ...part(4000, 9500), inFilm: part(1800, 7300) },
      ],
    };
    const section = { audible, startMs: 0, endMs: 7300 } as Parameters<typeof edgesOf>[0][number];
    expect(edgesOf([section]).map(({ edge, ms, atMs }) => [edge, ms, atMs])).toEqual([
      ['start', 1200, 0],
      ['end', 3000, 1800],
      ['start', 4000, 1800],
      ['end', 9500, 7300],
    ]);
  });
});

describe('the film in the editor', () => {
  const section = (more: Partial<Section> = {}) =>
    ({
      id: 's',
      media: 'video',
      preview: { videoUrl: '/proxy.mp4' },
      startTime: 1,
      endTime: 10,
      speed: 2,
      volume: 1,
      fadeIn: 0,
      fadeOut: 0,
      cuts: CUTS,
      fit: null,
      effectiveDuration: 3.65,
      voice: 'original',
      narrated: false,
      ...UNFRAMED,
      framing: null,
      ...more,
    }) as Section;
  const clips = (more?: Partial<Section>) => filmPartOf(section(more), undefined, 'fit').clips;

  // product 19.2
  it('plays what the cuts leave, and more of the last part for a narration', () => {
    expect(clips()).toEqual([
      { length: 0.9, from: 1.2, rate: 2 },
      { length: 2.75, from: 4, rate: 2 },
    ]);
    const fit = { applied: [], speed: 1, tempo: 1, slow: 1, extend: 0.5, freeze: 1 } as Section['fit'];
    expect(
      clips({ fit, effectiveDuration: 5.15 }).map(({ length, from, rate }) => [
        length.toFixed(2),
        from,
        rate,
      ]),
    ).toEqual([
      ['0.90', 1.2, 2],
      ['3.25', 4, 2],
      ['1.00', 10.5, 0],
    ]);
    expect(clips({ cuts: [], effectiveDuration: 4.5 })).toEqual([{ length: 4.5, from: 1, rate: 2 }]);
  });
});

describe('cuts', () => {
  it('cuts are in order, without overlaps', () => {
    expect(cutsSchema.safeParse(CUTS).success).toBe(true);
    for (const wrong of [[part(2, 2)], [part(5, 9), part(1, 3)], [part(1, 4), part(3, 6)], [part(-1, 4)]]) {
      expect(cutsSchema.safeParse(wrong).success).toBe(false);
    }
  });

  it('cuts are joined if less than 40 ms would be left between them, which is shorter than any word', () => {
    expect(withCuts(CUTS, [part(4039, 5000), part(100, 200)])).toEqual([
      part(100, 200),
      part(500, 1200),
      part(3000, 5000),
      part(9500, 11_000),
    ]);
    expect(withCuts(CUTS, [part(4040, 5000)])).toHaveLength(4);
  });

  it('can be partly restored', () => {
    expect(withoutPart(CUTS, part(3400, 3600))).toEqual([
      part(500, 1200),
      part(3000, 3400),
      part(3600, 4000),
      part(9500, 11_000),
    ]);
    expect(withoutPart(CUTS, part(3030, 3970))).toEqual([part(500, 1200), part(9500, 11_000)]);
  });

  // product 19.4
  it('remove words with the pause after them, and can restore each', () => {
    const [um, the, river] = [part(1000, 1300), part(1800, 2000), part(2010, 2500)];
    expect(partOfWords(um, um, { next: the })).toEqual(part(1000, 1750));
    expect(partOfWords(um, the, { next: river })).toEqual(part(1000, 2000));
    expect(partOfWords(river, river, {})).toEqual(river);
    const cut = withCuts([], [partOfWords(um, the, { next: river })]);
    expect([um, the, river].map((word) => isCut(cut, word))).toEqual([true, true, false]);
    const back = withoutPart(cut, partOfWords(um, um, { next: the }));
    expect([um, the, river].map((word) => isCut(back, word))).toEqual([false, true, false]);
  });
});
