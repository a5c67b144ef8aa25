import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeWhole } from '#core/ffmpeg/verify.ts';
import { joinFilm, type JoinSection } from '../../../worker/media/join.ts';
import type { FilmMusic } from '../../../worker/media/music.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { loudnessOf, toneLevels } from '../../helpers/media/frames.ts';
import {
  ffmpeg,
  ffprobe,
  levelDb,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const media = testFfmpeg();
const RATE = 48_000;
/** A tone above the speech, so that each can be measured by itself. */
const TONE = 3000;
const SETTINGS = { volume: 0.3, fadeOut: 3, start: 0, ducked: true };

let speaking: JoinSection;
let silent: JoinSection;
let word: JoinSection;

beforeAll(async () => {
  // Noise that is like speech: in syllables, and low.
  const voice = 'anoisesrc=r=48000:a=1:c=pink:seed=5,lowpass=f=900,lowpass=f=900';
  const speechFilter = `${voice},volume='if(lt(mod(t,0.4),0.28),1,0.02)':eval=frame`;
  speaking = await section('speaking', speechFilter);
  word = await section('word', speechFilter, 2);
  silent = await section('silent', 'anullsrc=r=48000');
});

/** Makes a section as loud as those of a film. */
async function section(name: string, sound: string, seconds = 10): Promise<JoinSection> {
  await makeSource(at(`${name}.mkv`), { seconds, sound, args: ['-c:a', 'pcm_s16le'] });
  const loudness = await loudnessOf(at(`${name}.mkv`));
  const source = loudness ? { gainDb: -16 - loudness.integratedLufs, truePeakDb: loudness.truePeakDb } : {};
  const spec = await sectionOf(at(`${name}.mkv`), { startMs: 0, endMs: seconds * 1000 }, { source });
  const path = at(`${name}.mov`);
  const { frames } = await renderSection(spec, { ffmpeg: media, outFile: path });
  return { path, frames, sectionId: name, title: name };
}

/** Makes steady music: a tone of this many seconds. */
async function tone(name: string, seconds: number): Promise<FilmMusic> {
  const path = at(name);
  const toneFilter = `sine=f=${TONE}:r=44100:d=${seconds},volume=3dB,aformat=channel_layouts=stereo`;
  await ffmpeg('-f', 'lavfi', '-i', toneFilter, path);
  return { path, gainDb: -16 - (await loudnessOf(path))!.integratedLufs, ...SETTINGS };
}

let films = 0;
async function film(sections: JoinSection[], music: FilmMusic | null) {
  const workDir = at(`film-${films++}`);
  await mkdir(workDir);
  const outFile = `${workDir}/film.mp4`;
  const size = { width: 320, height: 180, frameRate: 30 };
  const shared = { ffmpeg: media, ...size, language: 'en' as const, subtitlesPath: null, title: 'A film' };
  const joined = await joinFilm({ ...shared, sections, music, workDir, outFile });
  await decodeWhole(media, outFile);
  return { outFile, ...joined };
}

const toneOf = (path: string) => toneLevels(path, TONE);

/** Checks for -16 LUFS and no peak above -1 dBTP. */
async function expectFilmLoudness(path: string): Promise<void> {
  const { integratedLufs, truePeakDb } = (await loudnessOf(path))!;
  expect(Math.abs(integratedLufs + 16)).toBeLessThan(1);
  expect(truePeakDb).toBeLessThan(-1);
}

const packets = (path: string) =>
  ffprobe(path, ...'-select_streams v -show_entries packet=pts,dts,data_hash -show_data_hash md5'.split(' '));

describe('the music of a film', () => {
  // product 22.6, 22.8
  it('is 8 to 14 dB lower under speech, and fades to silence at the end', async () => {
    const { outFile, durationMs } = await film(
      [speaking, silent, speaking, silent],
      await tone('a.flac', 60),
    );
    expect(durationMs).toBe(40_000);
    await expectFilmLoudness(outFile);
    const levelAt = await toneOf(outFile);
    const [under, between] = [levelAt(2, 9), levelAt(13, 19)];
    expect(between - under).toBeGreaterThan(8);
    expect(between - under).toBeLessThan(14);
    expect(Math.abs(levelAt(22, 29) - under)).toBeLessThan(1);
    expect(Math.abs(levelAt(33, 36) - between)).toBeLessThan(1);
    // Half of the level is left in the middle of the last three seconds.
    expect(Math.abs(levelAt(38.4, 38.6) - between + 6)).toBeLessThan(0.5);
    expect(levelAt(39.95, 40)).toBeLessThan(between - 25);
  });

  // product 22.6
  it('is as loud under speech without ducking, and the film has its normal loudness', async () => {
    const music = { ...(await tone('a.flac', 60)), volume: 1, ducked: false, fadeOut: 0 };
    const { outFile } = await film([speaking, silent], music);
    await expectFilmLoudness(outFile);
    const levelAt = await toneOf(outFile);
    expect(Math.abs(levelAt(2, 9) - levelAt(12, 19))).toBeLessThan(1);
    expect(Math.abs(levelAt(19.8, 19.95) - levelAt(12, 19))).toBeLessThan(1);
  });

  // product 22.7
  it('is all of the audio of a silent film, repeated without a gap if it is shorter', async () => {
    const music = { ...(await tone('b.mp3', 7)), start: 1.5, fadeOut: 0 };
    const { outFile } = await film([silent, silent, silent], music);
    await expectFilmLoudness(outFile);
    const levelAt = await toneOf(outFile);
    const levels = Array.from({ length: 294 }, (_, i) => levelAt(0.3 + i / 10, 0.4 + i / 10));
    // Where the tone is repeated, its phases may not match.
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(6);
  });

  // product 22.8
  it('raises speech by at most 6 dB for quiet music that is most of a film', async () => {
    const music = { ...(await tone('a.flac', 60)), volume: 0.25 };
    const { outFile } = await film([word, silent, silent, silent], music);
    const speechLevel = async (path: string) => levelDb((await samplesOf(path)).subarray(0, 2 * RATE));
    const louder = (await speechLevel(outFile)) - (await speechLevel((await film([word], null)).outFile));
    expect(louder).toBeGreaterThan(4);
    expect(louder).toBeLessThan(6.5);
    // The limiter holds back speech too, so the music shows how much everything was raised: by 9 dB if there
    // were no limit.
    const asMixed = (await toneOf(music.path))(10, 20) + music.gainDb + 20 * Math.log10(music.volume);
    expect(Math.abs((await toneOf(outFile))(10, 20) - asMixed - 6)).toBeLessThan(0.5);
  });

  // product 22.9
  it('changes no packet of the video', async () => {
    const [without, with_] = [
      await film([speaking, silent], null),
      await film([speaking, silent], await tone('b.mp3', 7)),
    ];
    expect(await packets(with_.outFile)).toBe(await packets(without.outFile));
    expect((await packets(with_.outFile)).split('\n')).toHaveLength(600);
  });
});
