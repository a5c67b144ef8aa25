import { describe, expect, it } from 'vitest';
import { excerptSchema } from '#contract/excerpt.ts';
import { sectionEdges } from '#film/transitions/section-edges.ts';
import { SCAN } from '../../helpers/data/project.ts';

const scan = {
  ...SCAN,
  durationMs: 60_000,
  shotsMs: [19_500, 30_020],
  silences: [
    { startMs: 19_900, endMs: 20_300 },
    { startMs: 29_600, endMs: 30_100 },
    { startMs: 45_000, endMs: 46_000 },
  ],
};
const excerpt = (more = {}) => excerptSchema.parse({ startMs: 20_000, endMs: 30_000, ...more });
const own = { scan, hasWords: true, plays: 'own' as const };

describe('the edges of a section', () => {
  it('the edges of a section have only video of the same shot', () => {
    const { start, end } = sectionEdges(excerpt(), own);
    expect([start.handleMs, end.handleMs]).toEqual([500, 20]);
    const inOneShot = sectionEdges(excerpt(), { ...own, scan: { ...scan, shotsMs: [] } });
    expect([inOneShot.start.handleMs, inOneShot.end.handleMs]).toEqual([1000, 1000]);
    const whole = sectionEdges(excerpt({ startMs: 0, endMs: 60_000 }), own);
    expect([whole.start.handleMs, whole.end.handleMs]).toEqual([0, 0]);
    const onCut = sectionEdges(excerpt({ startMs: 19_520, endMs: 30_020 }), own);
    expect([onCut.start.handleMs, onCut.end.handleMs]).toEqual([20, 0]);
  });

  it("the edges of a section are as long in the film as the section's speed allows", () => {
    const { start } = sectionEdges(excerpt({ speed: 2 }), own);
    expect(start).toMatchObject({ handleMs: 250, insideMs: 150, outsideMs: 50 });
  });

  it('the edges of a section begin at the cuts of the section', () => {
    const cuts = [{ startMs: 29_000, endMs: 30_000 }];
    expect(sectionEdges(excerpt({ cuts }), own).end).toMatchObject({ handleMs: 1000, insideMs: 0 });
  });

  // product 4.76
  it('edges are free of words where silence was measured, not where no word was recognised', () => {
    const { start, end } = sectionEdges(excerpt(), own);
    expect(start).toMatchObject({ insideMs: 300, outsideMs: 100 });
    expect(end).toMatchObject({ insideMs: 400, outsideMs: 100 });
    const pausing = { ...own, hasWords: false };
    expect(sectionEdges(excerpt(), pausing).start).toMatchObject({ insideMs: 300, outsideMs: 100 });
  });

  it('edges are free of words in continuous audio without words, as far as the file has audio', () => {
    const music = { ...own, hasWords: false, scan: { ...scan, silences: [] } };
    const { start, end } = sectionEdges(excerpt({ startMs: 400 }), music);
    expect(start).toMatchObject({ insideMs: 1000, outsideMs: 400 });
    expect(end).toMatchObject({ insideMs: 1000, outsideMs: 1000 });
  });

  it('leave a narration its lead and its tail, and mix nothing beyond it', () => {
    const { start, end } = sectionEdges(excerpt(), { ...own, plays: 'narrated' });
    expect(start).toMatchObject({ insideMs: 150, outsideMs: 0 });
    expect(end).toMatchObject({ insideMs: 150, outsideMs: 0 });
  });

  it('the edges of a section are silent without audio, and unknown before the scan', () => {
    expect(sectionEdges(excerpt(), { ...own, plays: 'none' }).end).toMatchObject({ insideMs: 1000 });
    expect(sectionEdges(excerpt(), { ...own, scan: undefined }).end).toEqual({
      handleMs: 0,
      insideMs: 0,
      outsideMs: 0,
    });
  });
});
