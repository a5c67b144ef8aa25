import { describe, expect, it } from 'vitest';
import type { MediaProbe } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { needsWorkingCopy } from '../../../worker/media/working-copy.ts';

const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2';

/** Creates an ffmpeg that reports these formats of the audio while it decodes, and counts its runs. */
function decoding(formats: string[]) {
  let runs = 0;
  const run: Ffmpeg['run'] = async (_args, options) => {
    runs += 1;
    for (const format of formats) {
      options?.onLogLine?.(`[graph_0_in_0_1 @ 0x1] tb:1/48000 samplefmt:fltp ${format}`);
    }
    return { frame: 0, outTimeMs: 0, stderr: '' };
  };
  return { ffmpeg: { run } as Ffmpeg, runs: () => runs };
}

function probed(codec: string, more: Partial<MediaProbe> = {}): MediaProbe {
  const audio = { index: 1, codec, sampleRate: 48_000, channels: 2, startMs: 0, endMs: 12_000 };
  return { formatName: MP4, statesLengths: true, startMs: 0, audio, ...more } as MediaProbe;
}

async function needs(probe: MediaProbe, formats: string[] = []) {
  const { ffmpeg, runs } = decoding(formats);
  return { needed: await needsWorkingCopy({ ffmpeg, source: 'a', probe }), decoded: runs() > 0 };
}

const STEREO = 'samplerate:48000 chlayout:stereo';

describe('needsWorkingCopy', () => {
  it('decodes nothing of a file whose header describes its audio', async () => {
    expect(await needs(probed('aac'))).toEqual({ needed: false, decoded: false });
    expect(await needs(probed('opus', { formatName: 'matroska,webm' }))).toEqual({
      needed: false,
      decoded: false,
    });
    expect(await needs(probed('aac', { audio: null }))).toEqual({ needed: false, decoded: false });
  });

  it.each([
    ['whose timestamps may restart', { formatName: 'mpegts' }],
    ['of a disc', { formatName: 'mpeg' }],
    ['without lengths', { formatName: 'matroska,webm', statesLengths: false }],
    ['of Matroska that starts late', { formatName: 'matroska,webm', startMs: 999_979 }],
  ])('copies a file %s', async (_name, more) => {
    expect(await needs(probed('aac', more))).toEqual({ needed: true, decoded: false });
  });

  it.each([
    ['channel layout', 'samplerate:48000 chlayout:5.1(side)'],
    ['sample rate', 'samplerate:44100 chlayout:stereo'],
  ])('copies a file whose %s changes in its frames', async (_name, format) => {
    expect(await needs(probed('ac3'), [STEREO, STEREO])).toEqual({ needed: false, decoded: true });
    expect(await needs(probed('ac3'), [STEREO, format])).toEqual({ needed: true, decoded: true });
  });
});
