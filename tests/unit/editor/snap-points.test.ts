import { expect, it } from 'vitest';
import type { Section } from '#contract/sections.ts';
import { snapPoints } from '../../../client/src/features/edit/strip/view/snap-points.ts';

const section = (id: string, startTime: number, endTime: number, changes: Partial<Section> = {}): Section =>
  ({
    id,
    startTime,
    endTime,
    media: 'video',
    videoId: 'a',
    videoURL: null,
    preview: {},
    ...changes,
  }) as Section;

const [first, second] = [section('1', 10, 20), section('2', 22, 30)];
const word = { text: 'one', start: 12, end: 12.4, confidence: 1 };
const words = { words: [], cutWords: [], heard: [word], silences: [{ startMs: 12_500, endMs: 14_000 }] };
const snapInput = { section: first, sections: [first, second], words, playhead: null } as const;

// product 27.5
it('snaps a start to beginnings of words and ends of silences, and an end to the opposite', () => {
  const singleSection = { ...snapInput, sections: [first] };
  expect(snapPoints({ ...singleSection, edge: 'start' })).toEqual([14, 12]);
  expect(snapPoints({ ...singleSection, edge: 'end' })).toEqual([12.5, 12.4]);
});

// product 27.5
it('snaps an edge to the edges of other sections of the same video', () => {
  const sections = [
    first,
    second,
    section('3', 1, 2, { videoId: 'b' }),
    section('4', 3, 4, { videoURL: '/b' }),
  ];
  expect(snapPoints({ ...snapInput, sections, words: null, edge: 'end' })).toEqual([22, 30]);
});

// product 27.5
it('snaps an edge to the playhead', () => {
  expect(snapPoints({ ...snapInput, sections: [], words: null, playhead: 15, edge: 'end' })).toEqual([15]);
});

it('does not snap an edge back to a playhead or a section beside it', () => {
  const next = section('2', 20, 30);
  expect(
    snapPoints({ ...snapInput, sections: [first, next], words: null, playhead: 19.99, edge: 'end' }),
  ).toEqual([30]);
});

it('snaps a section with a replacement video only to the playhead', () => {
  const replaced = { ...first, videoURL: '/b' };
  expect(snapPoints({ ...snapInput, section: replaced, playhead: 15, edge: 'end' })).toEqual([15]);
});
