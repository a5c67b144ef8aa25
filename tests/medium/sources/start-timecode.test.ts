import { describe, expect, it } from 'vitest';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { fraction } from '#core/ffmpeg/probe-json.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const work = tempFolder();

async function makeVideo(name: string, rate: string, timecode: string | null) {
  const picture = ['-f', 'lavfi', '-i', `color=s=64x64:r=${rate}:d=1`];
  await ffmpeg(...picture, '-c:v', 'mpeg2video', ...(timecode ? ['-timecode', timecode] : []), work(name));
  return work(name);
}
/** The rate is a number here, since a container may write 25 as 12800/512. */
async function timecodeOf(path: string) {
  const { timecode } = (await probeMedia(testFfmpeg(), path)).video!;
  return timecode && [timecode.start, fraction(timecode.rate)];
}

describe('probeMedia', () => {
  // product 14.25
  it.each([
    ['whole.mov', '25', '10:20:30:12', ['10:20:30:12', 25]],
    ['drop.mov', '30000/1001', '01:00:00;00', ['01:00:00;00', 30_000 / 1001]],
    ['camera.mxf', '25', '01:00:00:00', ['01:00:00:00', 25]],
    ['none.mov', '25', null, undefined],
  ])('reads the first timecode of %s', async (name, rate, written, read) => {
    expect(await timecodeOf(await makeVideo(name, rate, written))).toEqual(read);
  });

  it.skipIf(!hasTestMedia())('reads the first timecode of a recorded file', async () => {
    expect(await timecodeOf(testMedia('cases/tmcd.mov'))).toEqual(['01:00:00:00', 30]);
  });
});
