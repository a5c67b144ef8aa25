import { describe, expect, it } from 'vitest';
import { NARRATION_LEAD_MS } from '#film/time/section-length.ts';
import { normaliseNarration } from '../../../worker/media/voice-loudness.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  ffmpeg,
  ffmpegLog,
  levelDb,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';
import { fliteWav, PASSAGE } from '../../helpers/media/speech.ts';

const at = tempFolder();
const media = testFfmpeg();
const render = sectionRenderer(at);

describe('narration', () => {
  it('is normalised, trimmed, and as long as reported', async () => {
    const voice = 'aevalsrc=if(between(t\\,0.5\\,2.5)\\,0.05*sin(2*PI*300*t)\\,0):s=22050:d=4';
    await ffmpeg('-f', 'lavfi', '-i', voice, at('raw.wav'));
    const { durationMs } = await normaliseNarration({
      ffmpeg: media,
      input: at('raw.wav'),
      output: at('voice.wav'),
    });
    const wav = await readWavInfo(at('voice.wav'));
    expect(wav).toMatchObject({ sampleRate: 48_000, channels: 1 });
    expect(Math.abs(durationMs - 2080)).toBeLessThan(30);
    expect(Math.ceil(wav.samples / 48)).toBe(durationMs);
    const stereo = ['-af', 'pan=stereo|c0=c0|c1=c0,ebur128=peak=true', '-f', 'null', '-'];
    const log = await ffmpegLog('-i', at('voice.wav'), ...stereo);
    expect(Math.abs(Number(/I:\s+(\S+) LUFS\s+Threshold/.exec(log)?.[1]) + 16)).toBeLessThan(1);
    const faster = { ffmpeg: media, input: at('raw.wav'), output: at('fast.wav'), tempo: 1.2 };
    expect(Math.abs((await normaliseNarration(faster)).durationMs - 2080 / 1.2)).toBeLessThan(40);
  });

  // product 13.12
  it('with high peaks results in a film as loud as any other', async () => {
    const [input, output] = [at('peaks.wav'), at('peaks-narration.wav')];
    await fliteWav(PASSAGE, input, 'kal16');
    const { durationMs } = await normaliseNarration({ ffmpeg: media, input, output });
    await makeSource(at('quiet.mp4'), { seconds: 30, sound: null });
    const range = { startMs: 0, endMs: 30_000 };
    const { outFile } = await render(
      await sectionOf(at('quiet.mp4'), range, { narrationPath: output, narrationMs: durationMs }),
    );
    const log = await ffmpegLog('-i', outFile, '-vn', '-af', 'ebur128=peak=true', '-f', 'null', '-');
    expect(Math.abs(Number(/I:\s+(\S+) LUFS\s+Threshold/.exec(log)?.[1]) + 16)).toBeLessThan(0.5);
    expect(Number(/Peak:\s+(\S+) dBFS/.exec(log)?.[1])).toBeLessThan(-1);
  });

  it('that is silent is refused', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=22050:d=1', '-t', '1', at('silent.wav'));
    const work = normaliseNarration({ ffmpeg: media, input: at('silent.wav'), output: at('none.wav') });
    await expect(work).rejects.toMatchObject({ code: 'failed', message: 'The narration is silent.' });
  });

  it('is complete over the ducked original', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'sine=f=2000:r=48000:d=3', '-af', 'volume=2', at('spoken.wav'));
    await makeSource(at('under.mp4'), { seconds: 5, sound: 'sine=f=200:r=48000' });
    const source = { gainDb: 6 };
    const narration = { narrationPath: at('spoken.wav'), narrationMs: 3000, source };
    const { outFile } = await render(
      await sectionOf(at('under.mp4'), { startMs: 0, endMs: 5000 }, narration),
    );
    await ffmpeg('-i', outFile, '-af', 'highpass=f=1500:p=2,highpass=f=1500', '-ar', '48000', at('high.wav'));
    await ffmpeg('-i', outFile, '-af', 'lowpass=f=400,lowpass=f=400', '-ar', '48000', at('low.wav'));
    const [high, low] = [await samplesOf(at('high.wav')), await samplesOf(at('low.wav'))];
    const first = high.findIndex((s) => Math.abs(s) > 0.05);
    const last = high.findLastIndex((s) => Math.abs(s) > 0.05);
    expect(Math.abs(first / 48 - NARRATION_LEAD_MS)).toBeLessThan(5);
    expect(Math.abs((last - first) / 48 - 3000)).toBeLessThan(5);
    const during = levelDb(low.subarray(48_000, 96_000));
    const after = levelDb(low.subarray(216_000, 235_000));
    expect(after - during).toBeGreaterThan(8);
    expect(after - during).toBeLessThan(20);
    // The original speech does not return to full volume after the narration.
    const plain = await render(await sectionOf(at('under.mp4'), { startMs: 0, endMs: 5000 }, { source }));
    await ffmpeg('-i', plain.outFile, '-ar', '48000', at('plain.wav'));
    const whole = levelDb((await samplesOf(at('plain.wav'))).subarray(216_000, 235_000));
    expect(whole - after).toBeGreaterThan(8);
  });

  it('is never cut if it is longer than the section', async () => {
    const long = { narrationPath: at('spoken.wav'), narrationMs: 3000 };
    const spec = await sectionOf(at('under.mp4'), { startMs: 1000, endMs: 2000 }, long);
    const { outFile } = await render(spec);
    await ffmpeg(
      '-i',
      outFile,
      '-af',
      'highpass=f=1500:p=2,highpass=f=1500',
      '-ar',
      '48000',
      at('whole.wav'),
    );
    const samples = await samplesOf(at('whole.wav'));
    const last = samples.findLastIndex((s) => Math.abs(s) > 0.05) / 48;
    expect(Math.abs(last - (NARRATION_LEAD_MS + 3000 / spec.fit.tempo))).toBeLessThan(30);
    expect(last).toBeLessThan(spec.fit.effectiveMs - 50);
  });
});
