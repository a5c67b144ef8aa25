import { expect, it } from 'vitest';
import {
  type ChangedValue,
  type FilmField,
  SECTION_FIELDS,
  type SectionDifference,
} from '#contract/versions.ts';
import {
  describeFilmChange,
  describeLoss,
  sectionWords,
} from '../../../client/src/features/edit/versions/change-words.ts';

const voice = (id: string) => `Voice ${id}`;
const difference = (over: Partial<SectionDifference>): SectionDifference => ({
  sectionId: '',
  title: 'A section',
  from: 1,
  to: 1,
  moved: false,
  fields: [],
  lost: null,
  ...over,
});
const words = (over: Partial<SectionDifference>) => sectionWords(difference(over), voice);
const field = (change: SectionDifference['fields'][number]) => words({ fields: [change] })[0];

it('describes a section as added, removed or moved, with its positions', () => {
  expect(words({ from: null, to: 3 })).toEqual(['Added at position 3']);
  expect(words({ from: 2, to: null })).toEqual(['Removed from position 2']);
  expect(words({ from: 3, to: 1, moved: true })).toEqual(['Moved from position 3 to 1']);
  // Only its position changed, because of other sections.
  expect(words({ from: 3, to: 2 })).toEqual([]);
});

// product 23.5
it('describes each field with its old and new value', () => {
  expect(field({ field: 'title', from: 'Old', to: 'New' })).toBe('Title: “Old”, then “New”');
  expect(field({ field: 'text', language: 'hi', from: '', to: 'नदी' })).toBe(
    'Text in Hindi: none, then “नदी”',
  );
  expect(field({ field: 'range', from: { start: 0, end: 10 }, to: { start: 1.5, end: 10 } })).toBe(
    'Range: 0:00.00 to 0:10.00, then 0:01.50 to 0:10.00',
  );
  expect(field({ field: 'media', from: 'video', to: 'upload' })).toBe('Media: its own video, then an upload');
  expect(field({ field: 'media', from: 'upload', to: 'upload' })).toBe('Media: changed');
  expect(field({ field: 'sound', from: 'auto', to: 'muted' })).toBe('Sound: Automatic, then Muted');
  expect(field({ field: 'volume', from: 1, to: 0.4 })).toBe('Volume: 100%, then 40%');
  expect(field({ field: 'speed', from: 1, to: 1.5 })).toBe('Speed: 1×, then 1.5×');
  expect(field({ field: 'speaker', from: null, to: 'x' })).toBe('Voice: film default, then Voice x');
  expect(field({ field: 'framing', from: null, to: 'fit' })).toBe(
    'Framing: film default, then Fit (black bars)',
  );
  expect(field({ field: 'cuts', from: [], to: [{ startMs: 0, endMs: 1500 }] })).toBe(
    'Cuts: none, then 1 part, 1.5 s',
  );
  expect(field({ field: 'transition', from: 'cut', to: 'dip' })).toBe('Transition: Cut, then Dip to black');
  expect(field({ field: 'heard', from: null, to: null })).toBe('Transcript changed');
  expect(SECTION_FIELDS).toContain('heard');
});

it('describes changed options of the film', () => {
  expect(describeFilmChange({ field: 'quality', from: '720p', to: '1080p' }, voice)).toBe(
    'Quality: 720p, then 1080p',
  );
  expect(describeFilmChange({ field: 'aspect', from: '16:9', to: '9:16' }, voice)).toBe(
    'Aspect ratio: Landscape 16:9, then Vertical 9:16',
  );
  expect(describeFilmChange({ field: 'burnSubtitles', from: false, to: true }, voice)).toBe(
    'Burned-in captions: no, then yes',
  );
  expect(describeFilmChange({ field: 'language', from: 'en', to: 'bn' }, voice)).toBe(
    'Language: English, then Bengali',
  );
});

// product 23.14
it('describes changed captions and music', () => {
  const describe = (field: FilmField, from: ChangedValue, to: ChangedValue) =>
    describeFilmChange({ field, from, to }, voice);
  expect(describe('captionStyle', 'lines', 'pill')).toBe('Caption style: Plain, then Pill');
  expect(describe('captionHighlight', 'none', 'word')).toBe('Word highlight: no, then yes');
  expect(describe('captionPlace', 'top', 'bottom')).toBe('Caption position: Top, then Bottom');
  expect(describe('captionSize', 'small', 'large')).toBe('Caption size: Small, then Large');
  expect(describe('captionColor', 'white', 'pink')).toBe('Caption colour: White, then Pink');
  expect(describe('music', 'Dawn', null)).toBe('Music: “Dawn”, then none');
  expect(describe('music', 'a.mp3', 'a.mp3')).toBe('Music: changed');
  expect(describe('musicVolume', 0.3, 1)).toBe('Music volume: 30%, then 100%');
  expect(describe('musicFadeOut', 3, 0)).toBe('Music fade out: 3 s, then 0 s');
  expect(describe('musicStart', 0, 62.5)).toBe('Music start: 0:00.00, then 1:02.50');
  expect(describe('musicDucked', true, false)).toBe('Music under speech: lowered, then full volume');
  expect(describe('musicCredit', '', 'By Ann')).toBe('Music credit: none, then “By Ann”');
});

it('describes why a section or the music cannot be restored, and what happens to it', () => {
  expect(describeLoss('video', false)).toBe('Its video was deleted, so it can’t be restored.');
  expect(describeLoss('upload', true)).toBe('Its upload was deleted, so it stays as it is now.');
  expect(describeLoss('music', true)).toBe(
    'The file of this music was deleted, so the music stays as it is now.',
  );
  expect(describeLoss('music', false)).toBe('The file of this music was deleted, so it can’t be restored.');
});
