import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import { reportedFit } from '#film/time/fit.ts';
import { CUT } from '#film/transitions/transitions.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { briefly, bursts, filmChecker, type MadeFilm, narration } from '../../helpers/films/checked-film.ts';
import { joinRendered } from '../../helpers/films/join-rendered.ts';
import {
  ffmpeg as plainFfmpeg,
  makeSource,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const at = tempFolder();
const check = filmChecker(await openTestBackend(), at);
const ffmpeg = testFfmpeg();

beforeAll(() =>
  makeSource(at('source.mp4'), {
    seconds: 40,
    rate: '25',
    picture: 'testsrc2=s=480x270:r=25:d=40',
    sound: bursts(0.37, 40),
  }),
);

type Section = Partial<SectionSnapshot> & { narrationMs?: number; roomMs?: number };

/**
 * Returns what the check finds in a film that is rendered from three excerpts of a source, in the same steps
 * as in the product.
 */
async function findings(
  excerpts: [Section, Section, Section],
  { source = at('source.mp4'), change = [], ...made }: MadeFilm & { change?: string[] } = {},
) {
  const workDir = at(randomUUID());
  await mkdir(workDir);
  const ranges = [0, 12_000, 24_000].map((startMs) => ({ startMs, endMs: startMs + 5000 }));
  const sections = await Promise.all(
    excerpts.map(async ({ narrationMs = null, roomMs = 0, ...wish }, index) => {
      const excerpt = { ...ranges[index]!, ...wish };
      const { framing = 'fit', crop = 0.5 } = wish;
      const spec = await sectionOf(source, excerpt, {
        ...(narrationMs !== null && { narrationMs }),
        room: { availableMs: roomMs, leastMs: 0 },
      });
      spec.placement = { ...spec.placement, framing, crop };
      if (wish.muted) spec.source!.audio = null;
      const path = `${workDir}/${index}.mov`;
      const { frames } = await renderSection(spec, { ffmpeg, outFile: path });
      return { path, frames, sectionId: String(index), title: '', spec, wish: excerpt };
    }),
  );
  const transitions = excerpts.map(({ transition = CUT.transition, transitionSeconds = 1 }) => ({
    transition,
    transitionSeconds,
  }));
  const { outFile } = await joinRendered(sections, { wishes: transitions, width: 320, height: 180, workDir });
  const [a, b, c] = sections;
  const file = change.length > 0 ? `${workDir}/changed.mp4` : outFile;
  if (change.length > 0) await plainFfmpeg('-i', outFile, ...change, file);
  const checked = await check({
    file,
    source,
    lengths: [a!.spec.fit.effectiveMs, b!.spec.fit.effectiveMs, c!.spec.fit.effectiveMs],
    planned: { 0: a!.wish, 1: b!.wish, 2: c!.wish },
    fits: { 0: reportedFit(a!.spec.fit), 1: reportedFit(b!.spec.fit), 2: reportedFit(c!.spec.fit) },
    ...made,
  });
  // The test does not adjust the excerpts' loudness as a generation does, so findings about it are ignored.
  return briefly(checked).filter(([kind]) => !['loudness', 'peak', 'noise'].includes(String(kind)));
}

const cuts = (...spans: [number, number][]) => ({
  cuts: spans.map(([startMs, endMs]) => ({ startMs, endMs })),
});

describe('the check of a film with intended effects', () => {
  // product 15.15
  it.each<[string, [Section, Section, Section]]>([
    ['plain sections', [{}, {}, {}]],
    ['other speeds', [{ speed: 2, endMs: 9000 }, { speed: 0.5 }, { speed: 1.3 }]],
    [
      'words that are cut out',
      [
        cuts([1000, 1300], [2000, 2900]),
        { endMs: 20_000, ...cuts([13_000, 16_100]) },
        { speed: 1.2, ...cuts([25_000, 25_500]) },
      ],
    ],
    ['crossfades', [{ transition: 'crossfade' }, { transition: 'crossfade', transitionSeconds: 2 }, {}]],
    ['dips to black', [{ transition: 'dip' }, { transition: 'dip', transitionSeconds: 2 }, {}]],
    ['fades of the audio, and less of it', [{ fadeIn: 2, fadeOut: 2 }, { volume: 0.5 }, { fadeOut: 5 }]],
    ['other framings', [{ framing: 'fill', crop: 0 }, { framing: 'blurred' }, {}]],
  ])('finds nothing in %s', async (_, excerpts) => {
    expect(await findings(excerpts)).toEqual([]);
  });

  // product 15.15
  it('reports only the held frame of a narration that is longer than its section', async () => {
    const narrated = { ...narration('Said.'), narrationMs: 8000 };
    // The test leaves the original audio in place of a narration.
    const reported = await findings([
      { ...narrated },
      { ...narrated, roomMs: 1000 },
      { ...narrated, roomMs: 9000 },
    ]);
    expect(reported.map(([kind, place]) => [kind, place])).toEqual([]);
  });

  describe.skipIf(!hasTestMedia()).each(['talk', 'cars', 'bunny'])('of the recording %s', (name) => {
    const recording = () => ({ source: testMedia(`media/${name}.mp4`) });
    const effects: [Section, Section, Section] = [
      { speed: 1.3, transition: 'crossfade' },
      { framing: 'fill', transition: 'dip', ...cuts([13_000, 13_600], [14_200, 14_700]) },
      { fadeOut: 1 },
    ];

    it('finds nothing', async () => {
      expect(await findings([{}, {}, {}], recording())).toEqual([]);
      expect(await findings(effects, recording())).toEqual([]);
    });

    it('reports a film that lacks a second of a section', async () => {
      const filters = [
        "[0:v]select='not(between(t,7,7.99))',setpts=N/30/TB[v]",
        "[0:a]aselect='not(between(t,7,8))',asetpts=N/SR/TB[a]",
      ];
      const change = ['-filter_complex', filters.join(';'), '-map', '[v]', '-map', '[a]'];
      const reported = await findings([{}, {}, {}], { ...recording(), change });
      // The talk's picture hardly moves and its last excerpt is mostly a pause: only the film's length
      // differs.
      const place = name === 'talk' ? [2, 10, 15] : [1, 5, 10];
      expect(reported).toEqual([['wrong-length', ...place]]);
    });
  });

  it.skipIf(!hasTestMedia())('reports speech that is 300 ms late', async () => {
    const source = testMedia('media/talk.mp4');
    const change = ['-c:v', 'copy', '-af', 'adelay=300:all=1'];
    // Found by the times of its packets alone.
    const shifted = ['-c', 'copy', '-bsf:a', 'setts=ts=TS+0.3/TB'];
    for (const changed of [change, shifted]) {
      const reported = await findings([{}, {}, {}], { source, change: changed });
      // The last excerpt is mostly a pause.
      expect(reported.slice(0, 2)).toEqual([
        ['out-of-sync', 0, 0, 5],
        ['out-of-sync', 1, 5, 10],
      ]);
    }
  });
});
