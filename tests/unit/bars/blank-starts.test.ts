import { describe, expect, it } from 'vitest';
import { planSections, type VideoToPlan } from '../../../worker/sections/plan-sections.ts';
import { sayWords } from '../../helpers/media/words.ts';

const clipOf = (seconds: number, over: Partial<VideoToPlan> = {}): VideoToPlan => ({
  videoId: 'clip',
  title: 'A clip about a river',
  durationMs: seconds * 1000,
  words: [],
  silences: [],
  shotsMs: [],
  hasAudio: true,
  language: 'en',
  unreadSubtitles: false,
  ...over,
});

describe('a section of a video with black frames at its start', () => {
  const black = (endMs: number) => [{ startMs: 0, endMs }];
  const first = async (video: VideoToPlan) => (await planSections([video])).sections[0]!;

  // product 4.69
  it('begins a section at the first frame that is not black', async () => {
    const clip = clipOf(20);
    expect(await first(clip)).toMatchObject({ startMs: 0, boundaries: { start: 'start' } });
    const fading = { ...clip, blanks: black(2_249) };
    expect(await first(fading)).toMatchObject({ startMs: 2_249, boundaries: { start: 'shot' } });
  });

  // product 4.69
  it('does not omit a word that is said over black frames', async () => {
    const words = sayWords('once there was a river / it was long and wide /', { startMs: 1_500 });
    const clip = clipOf(20, { words, blanks: black(4_000) });
    const section = await first(clip);
    expect(section.startMs).toBe(1_200);
    expect(section.words[0]).toMatchObject({ text: 'Once' });
  });

  it('begins with black frames that are long or leave too little of the section', async () => {
    const clip = clipOf(6);
    expect(await first({ ...clip, blanks: black(3_000) })).toMatchObject({ startMs: 1_000, endMs: 6_000 });
    const dark = clipOf(60, { blanks: black(60_000) });
    expect(await first(dark)).toMatchObject({ startMs: 0 });
  });
});
