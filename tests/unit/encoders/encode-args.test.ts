import { describe, expect, it } from 'vitest';
import { renderSection } from '#contract/jobs/generation.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { VIDEO_ENCODERS } from '#contract/video-encoders.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { renderKey } from '#core/film/keys.ts';
import { deviceArgs, lastFilter, videoEncodeArgs } from '../../../worker/media/encode-args.ts';

/** Returns the options of an argument list with their values. */
const optionsOf = (args: string[]) =>
  new Map(Array.from({ length: args.length / 2 }, (_, i) => [args[2 * i]!, args[2 * i + 1]!]));

describe('the settings of x264', () => {
  it('are those with which existing sections were encoded', () => {
    expect(Object.fromEntries(optionsOf(videoEncodeArgs(30, 2)))).toEqual({
      '-c:v': 'libx264',
      '-preset': 'veryfast',
      '-crf': '21',
      '-profile:v': 'high',
      '-pix_fmt': 'yuv420p',
      '-g': '60',
      '-bf': '3',
      '-refs': '1',
      '-flags': '+cgop',
      '-sc_threshold': '40',
      '-threads': '2',
      '-colorspace': 'bt709',
      '-color_primaries': 'bt709',
      '-color_trc': 'bt709',
      '-color_range': 'tv',
      '-chroma_sample_location': 'left',
      '-field_order': 'progressive',
      '-a53cc': '0',
      '-video_track_timescale': '15360',
    });
    expect([deviceArgs(undefined), lastFilter(undefined).includes('hwupload')]).toEqual([[], false]);
  });
});

describe('the settings of hardware', () => {
  it.each(VIDEO_ENCODERS)('make %s start a group every 2 s, without B-frames', (name) => {
    const options = optionsOf(videoEncodeArgs(25, 2, { name, device: '/dev/made' }));
    expect(options.get('-c:v')).toBe(`h264_${name}`);
    expect([options.get('-g'), options.get('-bf'), options.get('-flags')]).toEqual(['50', '0', '+cgop']);
  });

  it('upload frames to the device only for VAAPI', () => {
    const encoders = VIDEO_ENCODERS.map((name) => ({ name, device: '/dev/made' }));
    expect(encoders.flatMap(deviceArgs)).toEqual(['-vaapi_device', '/dev/made']);
    expect(encoders.filter((encoder) => lastFilter(encoder).endsWith(',hwupload'))).toMatchObject([
      { name: 'vaapi' },
    ]);
  });
});

describe('the key of a rendered section', () => {
  const section = {
    ...excerptSchema.parse({ startMs: 0, endMs: 4000 }),
    ...UNFRAMED,
    media: { kind: 'video' as const, sha256: 'a', fetchKey: 'b', scanKey: 'c', videoId: 'd' },
    title: '',
    narration: null,
    words: [],
    muted: false,
    captions: true,
  };
  const film = { ...PLAIN_CAPTIONS, width: 1280, height: 720, frameRate: 30, burnSubtitles: false };

  it('is unchanged for x264, and contains a hardware encoder', () => {
    const former = artifactKey(renderSection, ['video', 'a', 'c', 0, 4000, null, [], false, 1280, 720, 30]);
    expect(renderKey(section, film, null)).toBe(former);
    const keys = VIDEO_ENCODERS.map((encoder) => renderKey(section, { ...film, encoder }, null));
    expect(new Set([former, ...keys]).size).toBe(4);
  });
});
