import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedSectionSchema } from '#contract/jobs/processing.ts';
import { SECTION_MAX_MS, SECTION_MIN_MS } from '#contract/sections.ts';
import { planSections, type VideoToPlan } from '../../../worker/sections/plan-sections.ts';
import { anyWords, sayWords } from '../../helpers/media/words.ts';
import { generatedInputs } from '../../helpers/tier.ts';

const anyVideo = fc
  .oneof(fc.integer({ min: 500, max: 70_000 }), fc.integer({ min: 500, max: 900_000 }))
  .chain((durationMs) =>
    fc.record({
      title: fc.string({ maxLength: 90 }),
      durationMs: fc.constant(durationMs),
      words: fc.oneof(fc.constant([]), anyWords(durationMs)),
      silences: fc.constant([{ startMs: Math.floor(durationMs / 3), endMs: Math.floor(durationMs / 2) }]),
      shotsMs: fc
        .uniqueArray(fc.integer({ min: 1, max: durationMs }), { maxLength: 20 })
        .map((shots) => shots.sort((a, b) => a - b)),
      blanks: fc.constantFrom([], [{ startMs: 0, endMs: Math.floor(durationMs / 5) }]),
      hasAudio: fc.boolean(),
      language: fc.constantFrom('en', 'hi'),
      unreadSubtitles: fc.boolean(),
    }),
  );
const anyVideos = fc
  .array(anyVideo, { minLength: 1, maxLength: 7 })
  .map((videos): VideoToPlan[] => videos.map((video, i) => ({ ...video, videoId: `video_${i}` })));

const TALK = `the history of bread begins a long time ago / farmers grew wheat near the river and people made flour
  from it / every morning the baker opened the shop / children bought warm bread on the way to school / today we
  make bread in many ways but the smell is still the same /`;
const talk = (minutes: number, over: Partial<VideoToPlan> = {}): VideoToPlan => ({
  videoId: 'talk',
  title: 'A talk about bread',
  durationMs: minutes * 60_000,
  words: sayWords(TALK.repeat(40)).filter((word) => word.endMs < minutes * 60_000 - 500),
  silences: [],
  shotsMs: [],
  hasAudio: true,
  language: 'en',
  unreadSubtitles: false,
  ...over,
});

describe('the topic of a project', () => {
  const words = sayWords(
    Array.from({ length: 160 }, (_, block) =>
      block % 9 === 1 ? TALK.replaceAll('bread', 'volcanoes') : TALK,
    ).join(''),
  );
  const planAbout = async (...topic: string[]) => {
    const video = talk(50, { words: words.filter((word) => word.endMs < 50 * 60_000 - 500) });
    const { sections } = await planSections([video], undefined, undefined, new Set(topic));
    return sections;
  };
  const mentions = (sections: { text: string }[]) =>
    sections.reduce((sum, { text }) => sum + text.split('volcanoes').length - 1, 0);

  // product 11.15
  it('makes speech about it preferred to other speech', async () => {
    const [without, withTopic] = [await planAbout(), await planAbout('volcano')];
    expect(mentions(withTopic)).toBeGreaterThan(1.5 * mentions(without));
    expect(withTopic).toHaveLength(without.length);
  });

  // product 11.15
  it('changes nothing if no one speaks about it', async () => {
    expect(await planAbout('glacier')).toEqual(await planAbout());
  });
});

describe("a section plan's report about its words", () => {
  // product 11.7
  it('mentions once that they are from a basic recogniser, and where to get a better one', async () => {
    const { notices } = await planSections([
      talk(1, { rough: true }),
      talk(1, { videoId: 'b', rough: true }),
    ]);
    expect(notices).toEqual([expect.stringMatching(/basic speech recogniser.*Languages on this machine/)]);
    expect((await planSections([talk(1)])).notices).toEqual([]);
  });

  // product 11.9
  it('uses no titles from the words of a basic recogniser', async () => {
    const { sections } = await planSections([talk(2, { rough: true })]);
    expect(sections.length).toBeGreaterThan(1);
    for (const [i, { title, text }] of sections.entries()) {
      expect([title, text.includes('bread')]).toEqual([`A talk about bread part ${i + 1}`, true]);
    }
  });

  // product 11.7
  it('names a language that no recogniser here supports', async () => {
    const { notices } = await planSections([talk(1, { words: [], unheardLanguage: 'bn' })]);
    expect(notices).toEqual([
      'Transcription isn’t available for Bengali, the language of "A talk about bread", so we split it by shot. See Settings, under "Languages on this machine".',
    ]);
  });

  it('uses titles from words with high confidence', async () => {
    const words = talk(1).words.map((word) =>
      /bread|farmers/.test(word.text) ? { ...word, confidence: 0.2 } : word,
    );
    const { sections } = await planSections([talk(1, { words })]);
    expect(sections.map(({ title }) => title).join()).not.toMatch(/bread|farmers/i);
    const { sections: written } = await planSections([talk(1)]);
    expect(written.map(({ title }) => title).join()).toMatch(/bread|farmers/i);
  });
});

describe('planSections for any videos', () => {
  // product 4.69
  it('respects all rules about lengths, positions, counts and titles', async () => {
    await fc.assert(
      fc.asyncProperty(anyVideos, async (videos) => {
        const { sections } = await planSections(videos);
        for (const section of sections) expect(plannedSectionSchema.safeParse(section).error).toBeUndefined();
        expect(sections.map((s) => s.videoId)).toEqual(
          [...sections].sort((a, b) => a.videoId.localeCompare(b.videoId)).map((s) => s.videoId),
        );
        expect(sections.length).toBeLessThanOrEqual(36);
        for (const video of videos) {
          const own = sections.filter((section) => section.videoId === video.videoId);
          expect(own.length).toBeGreaterThanOrEqual(1);
          checkVideo(video, own);
        }
      }),
      { numRuns: generatedInputs(150) },
    );
  });
});

function checkVideo(video: VideoToPlan, own: Awaited<ReturnType<typeof planSections>>['sections']): void {
  let reached = 0;
  const isWhole = video.durationMs <= 60_000;
  for (const section of own) {
    const { startMs, endMs } = section;
    const isWithoutGap = isWhole && video.blanks?.length === 0;
    expect(isWithoutGap ? startMs === reached : startMs >= reached).toBe(true);
    expect(endMs).toBeLessThanOrEqual(video.durationMs);
    reached = endMs;
    const length = endMs - startMs;
    expect(length).toBeGreaterThanOrEqual(
      Math.min(isWhole ? 5_000 : SECTION_MIN_MS, Math.floor(video.durationMs)),
    );
    // A single word may be longer.
    const longest = Math.max(0, ...video.words.map((word) => word.endMs - word.startMs));
    expect(length).toBeLessThanOrEqual(isWhole ? Math.max(20_000, longest * 2) : SECTION_MAX_MS);
    // No edge is inside a word, and a section contains exactly the words between its edges.
    for (const word of video.words) {
      for (const edge of [startMs, endMs]) expect(word.startMs < edge && edge < word.endMs).toBe(false);
    }
    const inside = video.words.filter((word) => word.startMs >= startMs && word.endMs <= endMs);
    expect(section.words.map((word) => word.startMs)).toEqual(inside.map((word) => word.startMs));
    expect(section.text).toBe(section.words.map((word) => word.text).join(' '));
    expect(section.boundaries.start === 'start').toBe(startMs === 0);
    expect(section.boundaries.end === 'end').toBe(endMs === Math.floor(video.durationMs));
    expect([...section.title].length).toBeLessThanOrEqual(64);
    expect(section.title.trim()).not.toBe('');
  }
  expect(!isWhole || reached === Math.floor(video.durationMs)).toBe(true);
}

describe('planSections', () => {
  // product 4.69
  it('returns at least four sections if the footage has four of eight seconds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 900 }), fc.boolean(), async (seconds, spoken) => {
        const video = talk(seconds / 60, spoken ? {} : { words: [] });
        const { sections } = await planSections([video]);
        expect(sections.length).toBeGreaterThanOrEqual(4);
        expect(sections.length).toBeLessThanOrEqual(36);
      }),
      { numRuns: 30 },
    );
  });

  it('cuts a talk at the ends of sentences', async () => {
    const { sections, notices } = await planSections([talk(3)]);
    for (const { text, boundaries } of sections) {
      expect(text).toMatch(/^[A-Z].*\.$/s);
      expect(['start', 'sentence']).toContain(boundaries.start);
      expect(['end', 'sentence']).toContain(boundaries.end);
    }
    expect(notices).toEqual([]);
  });

  it('keeps up to 300 ms before the first word and 400 ms after the last', async () => {
    const { sections } = await planSections([talk(3)]);
    for (const { startMs, endMs, words } of sections) {
      expect(words[0]!.startMs - startMs).toBeLessThanOrEqual(300);
      expect(endMs - words.at(-1)!.endMs).toBeLessThanOrEqual(endMs < 180_000 ? 400 : 1000);
    }
  });

  it('spreads the sections over a long video', async () => {
    const long = talk(20, { words: sayWords(TALK.repeat(200)).filter((word) => word.endMs < 1_199_000) });
    const { sections } = await planSections([long]);
    expect(sections.length).toBeGreaterThan(20);
    expect(sections.length).toBeLessThanOrEqual(36);
    expect(sections[0]!.startMs).toBeLessThan(200_000);
    expect(sections.at(-1)!.endMs).toBeGreaterThan(1_000_000);
  });

  it('prefers the part with speech', async () => {
    const words = sayWords(TALK.repeat(3), { startMs: 200_000 });
    const { sections } = await planSections([talk(6, { words })]);
    const spoken = sections.filter((section) => section.text !== '');
    expect(spoken.flatMap((section) => section.words)).toHaveLength(words.length);
  });

  it.each([
    [
      'hi',
      'यह नदी पहाड़ों की बर्फ़ से जन्म लेती है। किसान इसी पानी से खेत सींचते हैं। बच्चे किनारे पर पतंग उड़ाते हैं। शाम को लोग दीये जलाते हैं। ',
    ],
    ['bn', 'বর্ষায় আকাশ কালো মেঘে ভরে যায়। কৃষকেরা ধানের চারা রোপণ করেন। মানুষ নৌকায় চড়ে গ্রামে যায়। শিশুরা মাঠে খেলতে নামে। '],
  ])('cuts speech in %s at its dandas, and returns its language', async (language, text) => {
    const words = sayWords(text.repeat(20)).filter((word) => word.endMs < 119_000);
    const { sections } = await planSections([talk(2, { words, language })]);
    expect(sections.length).toBeGreaterThanOrEqual(4);
    for (const section of sections.slice(0, -1)) {
      expect(section).toMatchObject({ language, boundaries: { end: 'sentence' } });
      expect(section.text).toMatch(/।$/);
      expect(section.title).toMatch(/^[\p{L}\p{M}]+( [\p{L}\p{M}]+){2,8}$/u);
    }
  });

  it('reports that the subtitles of a video could not be read', async () => {
    const { notices } = await planSections([talk(3, { unreadSubtitles: true })]);
    expect(notices).toEqual(['The subtitles of "A talk about bread" could not be read and were left out.']);
  });

  // product 14.16
  it.each([
    [1, '1 subtitle of "A talk about bread" skipped: invalid times.'],
    [3, '3 subtitles of "A talk about bread" skipped: invalid times.'],
  ])('reports that %s subtitles of a video have no usable times', async (skippedCues, notice) => {
    expect((await planSections([talk(3, { skippedCues })])).notices).toEqual([notice]);
  });

  it('follows shots if there is no speech, and reports it', async () => {
    const silent = talk(1, { words: [], shotsMs: [12_000, 27_500, 41_000] });
    const { sections, notices } = await planSections([silent]);
    expect(sections.map((s) => s.startMs)).toEqual([0, 12_000, 27_500, 41_000]);
    expect(sections[1]!.boundaries).toEqual({ start: 'shot', end: 'shot' });
    expect(sections.map((s) => s.title)).toEqual([1, 2, 3, 4].map((n) => `A talk about bread part ${n}`));
    expect(notices).toEqual([
      'We didn’t find any clear speech in "A talk about bread", so we split it by shot.',
    ]);
  });

  it('plans four hours', async () => {
    const words = sayWords(TALK.repeat(720));
    const videos = [0, 1, 2, 3].map((i) =>
      talk(60, { videoId: `v${i}`, words: words.filter((w) => w.endMs < 3_599_000) }),
    );
    const { sections } = await planSections(videos);
    expect(sections).toHaveLength(36);
    for (const { videoId } of videos)
      expect(sections.filter((section) => section.videoId === videoId).length).toBeGreaterThan(6);
  });

  it('covers twenty short videos completely, each with few sections', async () => {
    const videos = Array.from({ length: 20 }, (_, i) => talk(0.75, { videoId: `v${i}` }));
    const { sections } = await planSections(videos);
    expect(sections).toHaveLength(60);
  });

  it('cuts a short clip of several sentences and shots into several sections', async () => {
    const words = sayWords(
      'first comes the river / then comes the bridge / after it the old mill / and the sea /',
      {
        startMs: 2_000,
      },
    );
    const clip = talk(49 / 60, { words, shotsMs: [7_000, 14_000, 21_000, 28_000, 35_000, 42_000] });
    const { sections } = await planSections([clip]);
    expect(sections.length).toBeGreaterThanOrEqual(4);
    for (const { startMs, endMs } of sections) expect(endMs - startMs).toBeLessThanOrEqual(20_000);
  });

  it('does not divide a sentence of a short video to get more sections', async () => {
    const sentences = ['a river begins', 'in spring it runs', 'farmers wait here', 'they plant corn now'];
    const words = sentences.flatMap((text, sentence) =>
      text.split(' ').map((word, i, all) => {
        const startMs = 5_000 * sentence + Math.round((5_000 / all.length) * i);
        return {
          text: i === all.length - 1 ? `${word}.` : word,
          startMs,
          endMs: 5_000 * sentence + Math.round((5_000 / all.length) * (i + 1)),
          confidence: 0.9,
        };
      }),
    );
    const { sections } = await planSections([talk(20 / 60, { words, carried: true, durationMs: 18_000 })]);
    for (const { text } of sections) expect(text).toMatch(/[.]$/);
  });
});
