import { describe, expect, it } from 'vitest';
import type { AudioInfo, MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import { playsInBrowsers } from '../../../worker/media/playable.ts';

interface Changes {
  probe?: Partial<MediaProbe>;
  video?: Partial<VideoInfo>;
  audio?: Partial<AudioInfo> | null;
}

const WEBM = 'matroska,webm';

/** Whether browsers play a file, which has H.264 and AAC in MP4 unless it is changed. */
function plays({ probe, video, audio = {} }: Changes = {}): boolean {
  const picture = {
    codec: 'h264',
    width: 1920,
    height: 1080,
    pixelFormat: 'yuv420p',
    rotation: 0,
    squarePixels: true,
    interlaced: false,
    startMs: 0,
    ...video,
  } as VideoInfo;
  const sound = audio && ({ codec: 'aac', channels: 2, ...audio } as AudioInfo);
  const file = {
    formatName: 'mov,mp4,m4a,3gp,3g2,mj2',
    statesLengths: true,
    startMs: 0,
    durationMs: 60_000,
    bytes: 60_000_000,
    audio: sound,
    ...probe,
  } as MediaProbe;
  return playsInBrowsers(file, picture);
}

describe('playsInBrowsers', () => {
  it.each<[string, Changes]>([
    ['H.264 and AAC in MP4', {}],
    ['H.264 without audio', { audio: null }],
    [
      'VP9 and Opus in WebM',
      { probe: { formatName: WEBM }, video: { codec: 'vp9' }, audio: { codec: 'opus' } },
    ],
    ['an upright 1080p video', { video: { width: 1080, height: 1920 } }],
  ])('accepts %s', (_, changes) => {
    expect(plays(changes)).toBe(true);
  });

  it.each<[string, Changes]>([
    ['another codec', { video: { codec: 'hevc' } }],
    ['H.264 in Matroska', { probe: { formatName: WEBM }, audio: { codec: 'opus' } }],
    ['a VP9 video in MP4', { video: { codec: 'vp9' } }],
    ['audio that browsers do not decode', { audio: { codec: 'ac3' } }],
    ['more than two channels', { audio: { channels: 6 } }],
    ['ten bits', { video: { pixelFormat: 'yuv420p10le' } }],
    ['4:2:2', { video: { pixelFormat: 'yuv422p' } }],
    ['interlaced frames', { video: { interlaced: true } }],
    ['pixels that are not square', { video: { squarePixels: false } }],
    ['a rotated video', { video: { rotation: 90 } }],
    ['a video that starts late', { video: { startMs: 40 } }],
    ['more lines than 1080', { video: { width: 3840, height: 2160 } }],
    ['more than 12 Mbit/s', { probe: { bytes: 100_000_000 } }],
    ['a transport stream, whose times may jump', { probe: { formatName: 'mpegts' } }],
    [
      'a file that states no lengths',
      {
        probe: { formatName: WEBM, statesLengths: false },
        video: { codec: 'vp8' },
        audio: { codec: 'opus' },
      },
    ],
  ])('rejects %s', (_, changes) => {
    expect(plays(changes)).toBe(false);
  });
});
