import { describe, expect, it } from 'vitest';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import type { Fit, Section } from '#contract/sections.ts';
import { withDraft } from '../../../client/src/features/edit/section/drafts.ts';
import { affectedSection } from '../../../client/src/features/edit/section/affected.ts';
import {
  filmLength,
  describeFit,
  sectionLength,
  textSourceWords,
} from '../../../client/src/features/edit/section/fit-words.ts';
import { fitting } from '../../../client/src/features/edit/section/fit-meter.ts';
import { voiceSentence } from '../../../client/src/features/edit/section/sound-words.ts';

const AS_IT_IS: Fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
const section = (more: Partial<Section>): Section =>
  ({
    ...SECTION_DEFAULTS,
    id: 'a',
    title: 'A',
    transcription: 'Words.',
    startTime: 0,
    endTime: 10,
    duration: 10,
    effectiveDuration: 12.4,
    effectiveEstimated: false,
    videoURL: null,
    media: 'video',
    preview: null,
    textSource: 'original',
    narrated: true,
    ...more,
  }) as Section;

describe('describeFit', () => {
  it('describes the means in order, the least visible first', () => {
    expect(
      describeFit({
        applied: ['speed', 'tempo', 'extend', 'slow', 'freeze'],
        speed: 1.06,
        tempo: 1,
        extend: 1.2,
        slow: 1.08,
        freeze: 2.14,
      }),
    ).toEqual(['Voice 6% faster', 'Picture extended 1.2 s', 'Picture slowed 8%', 'Last frame held 2.1 s']);
  });

  it('combines recording and playback speed of a voice', () => {
    expect(describeFit({ ...AS_IT_IS, applied: ['speed', 'tempo'], speed: 1.1, tempo: 1.2 })).toEqual([
      'Voice 32% faster',
    ]);
  });

  it('is empty if nothing was done, or nothing is known', () => {
    expect(describeFit(AS_IT_IS)).toEqual([]);
    expect(describeFit(null)).toEqual([]);
  });
});

it('marks an estimated length', () => {
  expect(filmLength(section({}))).toBe('0:12.40');
  expect(filmLength(section({ effectiveEstimated: true }))).toBe('≈ 0:12.40');
  expect(sectionLength(section({ effectiveEstimated: true }))).toBe('0:10.00');
  expect(sectionLength(section({ media: 'image' }))).toBe('0:12.40');
});

it('describes the origin of a text, and what happens to one in another language', () => {
  const words = (textSource: Section['textSource'], translates = false) =>
    textSourceWords(section({ textSource, textLanguage: 'hi', narrated: true }), translates);
  expect(words('original')).toBe('As spoken');
  expect(words('written')).toBe('Your text');
  expect(words('outdated')).toBe('Your translation of an earlier text – please check');
  expect(words('translated')).toBe('Machine translation – please check');
  expect(textSourceWords(section({ textSource: 'written', voiceReason: 'corrected' }), false)).toBe(
    'Corrected',
  );
  expect(words('untranslated')).toBe('Hindi text, not translated (read as written)');
  expect(words('untranslated', true)).toBe('Hindi text, translated when you generate');
  const muted = section({ textSource: 'untranslated', textLanguage: 'fr', narrated: false });
  expect(textSourceWords(muted, true)).toBe('French text, not translated (captions show it as written)');
  expect(textSourceWords(section({ transcription: ' ' }), false)).toBe(null);
});

// product 13.10
it("describes how a text fits its video at its voice's pace, and what will be done", () => {
  const meter = (characters: number, more: { length?: number; pace?: number; still?: boolean } = {}) =>
    fitting('a'.repeat(characters), { length: 10, pace: 10, still: false, ...more });
  expect(meter(97)).toMatchObject({ look: 'fits', reads: 9.7, fillRatio: 1, text: '' });
  expect(meter(98)).toMatchObject({ look: 'tight', text: 'We’ll speed it up by 1%.' });
  expect(meter(98, { pace: 20 })).toMatchObject({ look: 'fits', reads: 4.9 });
  expect(meter(128)).toMatchObject({ look: 'tight', text: 'We’ll speed it up by 32%.' });
  expect(meter(165)).toMatchObject({
    look: 'long',
    text: 'It’s 2.8 s too long, even sped up by 32%. We’ll extend, slow down or freeze the picture.',
  });
  expect(meter(165, { still: true })).toMatchObject({ look: 'fits' });
  // Without a measured pace, 14 characters a second are assumed.
  expect(fitting('a'.repeat(140), { length: 20, still: false }).reads).toBe(10);
});

it('describes whose voice reads an untranslated text', () => {
  const hindi = section({
    voice: 'narrated',
    voiceReason: 'other_language',
    textSource: 'untranslated',
    textLanguage: 'hi',
  });
  const read =
    'The Hindi text will be read as written, by a synthetic English voice, over the quieter original sound.';
  expect(voiceSentence(hindi, 'en', false)).toBe(read);
  expect(voiceSentence(hindi, 'en', true)).toMatch(/^Will be narrated in English, over/);
  expect(voiceSentence({ ...hindi, textSource: 'written' }, 'en', false)).toMatch(/^Will be narrated in/);
  const preview = { videoUrl: 'x', thumbnailUrl: 'x', peaksUrl: null, peaksPerSecond: 20, storyboard: null };
  const soundless = { ...hindi, voiceReason: 'own_text' as const, preview: { ...preview, duration: 6 } };
  expect(voiceSentence(soundless, 'en', true)).toBe('Will be narrated in English.');
});

describe('a draft', () => {
  const place = { language: 'en' as const, words: null };
  const narrated = section({ transcription: 'a'.repeat(140), fit: AS_IT_IS, spoken: null, saysWords: false });

  it('is as long as its text needs, even if its range is shorter', () => {
    const trimmed = withDraft(narrated, { endTime: 3 }, place);
    // 10 s of reading at 1.2 times the speed, with 0.15 s before and after, in whole frames.
    expect(trimmed).toMatchObject({ duration: 3, effectiveDuration: 8.633, effectiveEstimated: true });
    expect(withDraft(narrated, { transcription: 'a'.repeat(280) }, place)).toMatchObject({
      effectiveDuration: 16.967,
      effectiveEstimated: true,
    });
  });

  it('is as long as its range if nothing is narrated, and unchanged if nothing affects it', () => {
    const original = { ...narrated, narrated: false };
    expect(withDraft(original, { endTime: 3 }, place)).toMatchObject({
      effectiveDuration: 3,
      effectiveEstimated: false,
    });
    expect(withDraft(narrated, { title: 'B' }, place)).toMatchObject({
      effectiveDuration: 12.4,
      effectiveEstimated: false,
      fit: AS_IT_IS,
    });
  });
});

describe('affectedSection', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => section({ id })) as [Section, Section, Section];

  it('finds the section that was added, changed, moved, or is in place of a removed one', () => {
    expect(affectedSection([a, c], [a, b, c])).toBe('b');
    expect(affectedSection([a, b, c], [a, { ...b, endTime: 9 }, c])).toBe('b');
    expect(affectedSection([a, b, c], [a, b, { ...c, videoURL: '/objects/1' }])).toBe('c');
    expect(affectedSection([a, b, c], [b, a, c])).toBe('b');
    expect(affectedSection([a, b, c], [a, c])).toBe('c');
    expect(affectedSection([a, b], [a])).toBe('a');
  });

  it('returns null if nothing changed, or nothing is left', () => {
    expect(affectedSection([a, b], [a, b])).toBe(null);
    expect(affectedSection([a], [])).toBe(null);
  });
});
