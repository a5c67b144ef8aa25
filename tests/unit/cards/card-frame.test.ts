import { describe, expect, it } from 'vitest';
import type { Part } from '#contract/cuts.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { blanksIn, frameBehind, type SectionVideo } from '#film/cards/card-frame.ts';

const part = (startMs: number, endMs: number): Part => ({ startMs, endMs });
/** A section that plays this range of its video. */
const video = (startMs: number, endMs: number, blanks?: Part[], cuts: Part[] = []): SectionVideo => ({
  excerpt: excerptSchema.parse({ startMs, endMs, cuts }),
  blanks,
});
const after = (...videos: (SectionVideo | null)[]) => frameBehind('after', [null, ...videos], 0);
const before = (...videos: (SectionVideo | null)[]) =>
  frameBehind('before', [...videos, null], videos.length);

describe('the frame behind a title card', () => {
  // product 25.17
  it('is the first frame of the next video, or the last frame of the previous one', () => {
    expect(after(null, video(5000, 9000, []))).toEqual({ index: 2, atMs: 5000 });
    expect(before(video(5000, 9000, []), null)).toEqual({ index: 0, atMs: 8933 });
    expect(after(null)).toBeNull();
    expect(frameBehind('none', [null, video(0, 9000, [])], 0)).toBeNull();
  });

  // product 25.17
  it('is a frame after a fade from black, or before a fade to black', () => {
    expect(after(video(0, 9000, [part(0, 1749)]))).toEqual({ index: 1, atMs: 1749 });
    expect(after(video(1000, 9000, [part(0, 1749)]))).toEqual({ index: 1, atMs: 1749 });
    expect(after(video(1749, 9000, [part(0, 1749)]))).toEqual({ index: 1, atMs: 1749 });
    expect(before(video(0, 9000, [part(7250, 9000)]))).toEqual({ index: 0, atMs: 7249 });
    expect(before(video(0, 9000, [part(2000, 3000)]))).toEqual({ index: 0, atMs: 8933 });
  });

  it('is never in a part that is cut out', () => {
    const cut = [part(2000, 6000)];
    expect(after(video(0, 9000, [part(0, 3000)], cut))).toEqual({ index: 1, atMs: 6000 });
    expect(before(video(0, 9000, [part(6000, 9000)], cut))).toEqual({ index: 0, atMs: 1933 });
  });

  it('is a frame of another video if all of the nearest one is blank', () => {
    const black = video(0, 9000, [part(0, 9000)]);
    expect(after(black, video(3000, 9000, []))).toEqual({ index: 2, atMs: 3000 });
    expect(before(video(3000, 9000, []), black)).toEqual({ index: 0, atMs: 8933 });
    expect(after(black, null)).toEqual({ index: 1, atMs: 0 });
  });

  it('is up to a second away from the edge if the blank parts are unknown', () => {
    expect(after(video(5000, 9000))).toEqual({ index: 1, atMs: 6000 });
    expect(after(video(5000, 6000))).toEqual({ index: 1, atMs: 5500 });
    expect(before(video(5000, 9000))).toEqual({ index: 0, atMs: 7933 });
  });
});

describe('the blank parts of a section', () => {
  it('are those in its range, at most 50 at each end', () => {
    const blanks = Array.from({ length: 400 }, (_, index) => part(index * 1000, index * 1000 + 499));
    expect(blanksIn(part(10_400, 12_000), { blanks })).toEqual([part(10_000, 10_499), part(11_000, 11_499)]);
    const many = blanksIn(part(0, 400_000), { blanks })!;
    expect([many.length, many[49], many[50]]).toEqual([100, part(49_000, 49_499), part(350_000, 350_499)]);
    expect(blanksIn(part(0, 1000), {})).toBeUndefined();
  });
});
