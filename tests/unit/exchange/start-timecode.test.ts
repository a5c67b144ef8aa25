import { describe, expect, it } from 'vitest';
import { toEdl } from '../../../server/services/exchange/formats/edl.ts';
import { toFcpxml } from '../../../server/services/exchange/formats/fcpxml.ts';
import { toOtio } from '../../../server/services/exchange/formats/otio.ts';
import { startTimecode } from '../../../server/services/exchange/formats/start-timecode.ts';
import type { Timeline, TimelineClip } from '../../../server/services/exchange/formats/timeline.ts';
import { makeTimeline } from '../../helpers/exchange/timeline.ts';

const at = (start: string, rate = '30/1') => startTimecode({ start, rate }, 30);

describe('startTimecode', () => {
  it.each<[string, string, number, number, number]>([
    ['01:00:00:00', '30/1', 108_000, 108_000, 1],
    ['01:00:00:15', '30/1', 108_015, 108_015, 1],
    ['10:20:30:12', '25/1', 1_116_914, 1_116_914, 1],
    ['00:00:00:23', '24/1', 29, 28, 1],
    // Non-drop-frame timecode counts every frame, so that an hour of it lasts 3.6 s longer.
    ['01:00:00:00', '30000/1001', 108_108, 108_000, 0.999],
    ['01:00:00:00', '24000/1001', 108_108, 108_000, 0.999],
    // Drop-frame timecode skips numbers, so that an hour of it lasts an hour.
    ['01:00:00;00', '30000/1001', 108_000, 108_000, 1],
    ['01:00:00.00', '30000/1001', 108_000, 108_000, 1],
    ['00:01:00;02', '30000/1001', 1802, 1802, 1],
    ['00:10:00;00', '30000/1001', 18_000, 18_000, 1],
    ['01:00:00;00', '60000/1001', 108_000, 108_000, 1],
    ['23:59:59:24', '25/1', 2_591_999, 2_591_998, 1],
  ])('converts %s at %s frames per second to frames of the film', (start, rate, frames, label, pace) => {
    const timecode = at(start, rate)!;
    expect([timecode.frames, timecode.label]).toEqual([frames, label]);
    expect(timecode.pace).toBeCloseTo(pace, 5);
  });

  it.each([
    ['00:00:00:00', '30/1'],
    ['00:00:00;00', '30000/1001'],
    ['25:00:00:00', '30/1'],
    ['01:60:00:00', '30/1'],
    ['01:00:00:30', '30/1'],
    ['1:00:00:00', '30/1'],
    ['garbage', '30/1'],
    ['01:00:00:00', '0/0'],
    ['01:00:00:00', '1000/1'],
  ])('returns no start for %s at %s frames per second', (start, rate) => {
    expect(at(start, rate)).toBeNull();
  });
});

/** Returns a film of seconds 3 to 9 of a video whose timecode starts at this time. */
function filmOf(start: string, rate = '30/1', clip: Partial<TimelineClip> = {}): Timeline {
  const timeline = makeTimeline();
  const media = { ...timeline.media[0]!, fileName: 'tmcd.mov', frames: 360, timecode: at(start, rate)! };
  const played = {
    ...timeline.clips[1]!,
    media,
    startFrame: 0,
    frames: 180,
    movingFrames: 180,
    sourceFrame: 90,
  };
  return { ...timeline, frames: 180, media: [media], clips: [{ ...played, ...clip }] };
}
const edlTimes = (timeline: Timeline) => /C {8}(\S+) (\S+)/.exec(toEdl(timeline))!.slice(1);

describe('a film with media that have their own timecode', () => {
  // product 14.25
  it('has source times of that timecode in an EDL', () => {
    expect(edlTimes(filmOf('01:00:00:00'))).toEqual(['01:00:03:00', '01:00:09:00']);
    expect(edlTimes(filmOf('01:00:00;00', '30000/1001'))).toEqual(['01:00:03:00', '01:00:09:00']);
    expect(edlTimes(filmOf('23:59:58:00'))).toEqual(['00:00:01:00', '00:00:07:00']);
    const still = toEdl(filmOf('01:00:00:00', '30/1', { movingFrames: 90 }));
    expect(still).toContain('01:00:05:29 01:00:06:00');
  });

  it('counts every frame of 29.97 in an EDL, and preserves the length', () => {
    // After ten minutes, the timecode is 18 frames behind.
    const times = edlTimes(filmOf('01:00:00:00', '30000/1001', { sourceFrame: 18_000 }));
    expect(times).toEqual(['01:09:59:12', '01:10:05:12']);
  });

  // product 14.25
  it('starts the asset and its clips there in Final Cut Pro XML', () => {
    const xml = toFcpxml(filmOf('01:00:00:00'));
    expect(xml).toMatch(/<asset [^>]*name="tmcd.mov" start="3600s"/);
    expect(xml).toMatch(/<asset-clip [^>]*start="108090\/30s"/);
    const retimed = toFcpxml(filmOf('01:00:00:00', '30/1', { speed: 2 }));
    expect(retimed).toContain('<timept time="0s" value="108090/30s"');
    expect(retimed).toContain('<timept time="180/30s" value="108450/30s"');
  });

  // product 14.25
  it('starts the available range and the source range there in OpenTimelineIO', () => {
    const [picture] = JSON.parse(toOtio(filmOf('01:00:00:00'))).tracks.children;
    const [clip] = picture.children;
    expect(clip.media_reference.available_range.start_time.value).toBe(108_000);
    expect(clip.media_reference.available_range.duration.value).toBe(360);
    expect(clip.source_range.start_time.value).toBe(108_090);
    const [, frozen] = JSON.parse(toOtio(filmOf('01:00:00:00', '30/1', { movingFrames: 90 }))).tracks
      .children[0].children;
    expect(frozen.source_range.start_time.value).toBe(108_179);
  });
});
