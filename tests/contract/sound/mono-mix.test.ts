import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractSpeech } from '../../../worker/media/extract-speech.ts';
import { probeVideo } from '../../../worker/media/probe-video.ts';
import { ffmpeg, levelDb, samplesOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const SECONDS = 6;
/** Two tones with pauses, like speech. */
const TONES = 'aevalsrc=0.3*sin(2*PI*(300+50*sin(t))*t)*gt(sin(3*t)\\,-0.6):s=48000:d=6';
let fileCount = 0;

/** Returns the mono mix of a video whose stereo audio is made from the tones by these filters. */
async function monoOf(filters: string): Promise<Float32Array> {
  const source = at(`source-${fileCount}.mkv`);
  const outFile = at(`speech-${fileCount++}.wav`);
  const inputs = ['-f', 'lavfi', '-i', `color=s=32x32:r=10:d=${SECONDS}`, '-f', 'lavfi', '-i', TONES];
  await ffmpeg(
    ...inputs,
    '-filter_complex',
    `[1:a]${filters}[a]`,
    '-map',
    '0:v',
    '-map',
    '[a]',
    '-c:a',
    'flac',
    source,
  );
  const { probe, durationMs } = await probeVideo(testFfmpeg(), source);
  await extractSpeech(
    { path: source, probe, audio: probe.audio!, durationMs },
    { ffmpeg: testFfmpeg(), outFile },
  );
  return samplesOf(outFile);
}

const STEREO = 'pan=stereo|c0=c0|c1=c0';

/** Returns the level of the difference of two sounds, in dB below the first one. */
function residueDb(one: Float32Array, other: Float32Array): number {
  expect(other).toHaveLength(one.length);
  return levelDb(one.map((value, index) => value - other[index]!)) - levelDb(one);
}

describe('the mono sound for a recogniser', () => {
  it('is the same if one side is inverted', async () => {
    const plain = await monoOf(STEREO);
    expect(levelDb(plain)).toBeGreaterThan(-20);
    expect(residueDb(plain, await monoOf('pan=stereo|c0=c0|c1=-1*c0'))).toBeLessThan(-40);
    // Both mixes are compared, and the file of the other one is removed.
    expect((await readdir(dirname(at('x')))).filter((name) => name.includes('difference'))).toEqual([]);
  });

  it('is the same if one side is inverted from some second on', async () => {
    const half =
      "asplit[one][two];[one]pan=stereo|c0=c0|c1=c0,volume='lt(t,3)':eval=frame[straight];[two]pan=stereo|c0=c0|c1=-1*c0,volume='gte(t,3)':eval=frame[turned];[straight][turned]amix=normalize=0";
    const plain = await monoOf(STEREO);
    const mix = await monoOf(half);
    const away = (from: number, to: number) =>
      [plain, mix].map((all) => all.subarray(from * 48_000, to * 48_000));
    for (const [one, other] of [away(0, 2), away(4, 6)]) expect(residueDb(one!, other!)).toBeLessThan(-40);
    // Where the better mix changes, the audio does not drop to silence.
    expect(levelDb(away(2.5, 3.5)[1]!)).toBeGreaterThan(levelDb(away(2.5, 3.5)[0]!) - 6);
  });

  itInFullTier('keeps the audio if the inverted side is softer', async () => {
    const mix = await monoOf('pan=stereo|c0=c0|c1=-0.7*c0');
    expect(levelDb(mix)).toBeGreaterThan(levelDb(await monoOf(STEREO)) - 3);
  });

  itInFullTier('stays the sum of both sides if they differ in an ordinary way', async () => {
    const tones = await monoOf('pan=stereo|c0=c0|c1=0.2*c0');
    expect(residueDb(await monoOf('pan=stereo|c0=0.6*c0|c1=0.6*c0'), tones)).toBeLessThan(-40);
  });
});
