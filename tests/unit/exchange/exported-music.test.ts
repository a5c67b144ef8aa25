import { describe, expect, it } from 'vitest';
import type { MusicSnapshot } from '#contract/jobs/generation.ts';
import { FORMATS } from '../../../server/services/exchange/export-film.ts';
import { layMusic } from '../../../server/services/exchange/lay-music.ts';
import { otioSchema, otioTransitionSchema } from '../../helpers/exchange/otio-schema.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';
import { makeTimeline, SONG, SONG_SNAPSHOT } from '../../helpers/exchange/timeline.ts';

/** Returns a film of 32 s with music. */
function withMusic(over: Partial<MusicSnapshot> = {}) {
  const timeline = makeTimeline();
  const music = layMusic({ ...SONG_SNAPSHOT, ...over }, SONG, timeline);
  return { ...timeline, media: [...timeline.media, SONG], music };
}
const write = (format: keyof typeof FORMATS, over?: Partial<MusicSnapshot>) =>
  FORMATS[format].write(withMusic(over));

describe('the music of a film', () => {
  it('is cut to its length, from its start', () => {
    expect(withMusic({ durationMs: 60_000, start: 12 }).music).toMatchObject({
      turns: [{ startFrame: 0, frames: 960, sourceFrame: 360 }],
      crossfadeFrames: 0,
      fadeOutFrames: 90,
      ducked: true,
    });
    expect(withMusic({ volume: 1 }).music.volumeDb).toBe(-4);
    expect(withMusic({ volume: 0 }).music.volumeDb).toBe(-96);
  });

  // product 22.15
  it('is repeated if it is shorter, each time from the middle of a one-second crossfade', () => {
    expect(withMusic({ start: 1 }).music).toMatchObject({
      crossfadeFrames: 30,
      turns: [
        { startFrame: 0, frames: 255, sourceFrame: 30 },
        { startFrame: 255, frames: 240, sourceFrame: 45 },
        { startFrame: 495, frames: 240, sourceFrame: 45 },
        { startFrame: 735, frames: 225, sourceFrame: 45 },
      ],
    });
    const { turns } = withMusic({ durationMs: 1000 }).music;
    expect(turns.reduce((sum, { frames }) => sum + frames, 0)).toBe(960);
  });
});

describe('an export of a film with music', () => {
  // product 22.15
  it('is a separate track with the length of the film in OpenTimelineIO', () => {
    const data = JSON.parse(write('otio'));
    const track = data.tracks.children.at(-1);
    const isTransition = ({ OTIO_SCHEMA: schema }: { OTIO_SCHEMA: string }) => schema === 'Transition.1';
    const fades = otioTransitionSchema.array().parse(track.children.filter(isTransition));
    expect(fades.map(({ in_offset: before, out_offset: after }) => [before.value, after.value])).toEqual(
      fades.map(() => [15, 15]),
    );
    track.children = track.children.filter((one: { OTIO_SCHEMA: string }) => !isTransition(one));
    const music = otioSchema.parse(data).tracks.children.at(-1)!;
    expect([music.name, music.kind]).toEqual(['Music', 'Audio']);
    expect(
      music.children.map(({ name, source_range: { start_time: start, duration } }) => [
        name,
        start.value,
        duration.value,
      ]),
    ).toEqual([
      ['Dawn', 0, 285],
      ['Dawn', 15, 270],
      ['Dawn', 15, 270],
      ['Dawn', 15, 135],
    ]);
    expect(music.children[0]).toMatchObject({
      media_reference: { target_url: 'media/Dawn.mp3', available_range: { duration: { value: 300 } } },
      metadata: { cutroom: { set: ['level -10.0 dB', 'fade out 3.0 s', 'lower under speech'] } },
    });
  });

  // product 22.15
  it('is on the second audio track in an EDL, with comments for unsupported settings', () => {
    const lines = write('edl', { durationMs: 60_000 }).split('\r\n');
    const event = lines.findIndex((line) => line.includes(' A2 '));
    expect(lines.slice(event, event + 5)).toEqual([
      '007  M003     A2    C        00:00:00:00 00:00:32:00 00:00:00:00 00:00:32:00',
      '* FROM CLIP NAME: Dawn',
      '* SOURCE FILE: Dawn.mp3',
      '* MUSIC: level -10.0 dB, fade out 3.0 s, lower under speech',
      '',
    ]);
    expect(lines).toContain('* MEDIA M003: Dawn.mp3 | Dawn');
  });

  // product 22.15
  it('lists its file with the credit', () => {
    const row = readCsv(write('media')).at(-1);
    expect(row).toEqual(['M003', 'Dawn.mp3', 'Dawn', '', 'by Ann, CC BY 4.0', '', '00:00:10:00', '', '', '']);
    expect(write('txt')).toContain('M003  Dawn.mp3: "Dawn", by Ann, CC BY 4.0');
    expect(write('csv')).toBe(FORMATS.csv.write(makeTimeline()));
  });
});
