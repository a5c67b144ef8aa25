import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { joinFilm } from '../../../worker/media/join.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { normaliseNarration } from '../../../worker/media/voice-loudness.ts';
import { recordNarration } from '../../../worker/narration/record.ts';
import { makeCues } from '#film/captions/cues.ts';
import { toSrt } from '#film/captions/subtitle-formats.ts';
import { chooseVoice } from '../../../worker/engine-set/voices.ts';
import { ffmpeg, pictureAt, levelDb, samplesOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const at = tempFolder();
const media = testFfmpeg();
let fileCount = 0;

const FILM = { width: 640, height: 360, frameRate: 30 };

/** Renders a card of 3 s with this text. */
async function renderCard(text: { title: string | null; caption?: string; look?: CaptionLook }) {
  const outFile = at(`card-${fileCount++}/section.mov`);
  await mkdir(dirname(outFile));
  const fit = planFit({ sectionMs: 3000, narration: null, room: NO_ROOM, frameRate: 30, still: true });
  const cues = text.caption ? makeCues([{ text: text.caption, startMs: 0, endMs: 3000 }], 3000) : [];
  const spec = {
    source: null,
    excerpt: excerptSchema.parse({ startMs: 0, endMs: 3000 }),
    placement: UNFRAMED,
    fit,
    narrationPath: null,
    ...FILM,
  };
  const { frames } = await renderSection(
    { ...spec, text: { title: text.title, cues, look: text.look ?? PLAIN_CAPTIONS } },
    { ffmpeg: media, outFile },
  );
  return { outFile, frames };
}

/** When a title has settled, in seconds. */
const SETTLED = 1;

/**
 * Returns the extent of the bright part of a picture: the number of columns between the first and the last,
 * and the rows.
 */
async function ink(path: string) {
  const picture = await pictureAt(path, SETTLED, 'gray');
  let [left, right, top, bottom] = [FILM.width, 0, FILM.height, 0];
  for (const [i, value] of picture.subarray(0, FILM.width * FILM.height).entries()) {
    if (value < 150) continue;
    const [x, y] = [i % FILM.width, Math.floor(i / FILM.width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  return { width: right - left, top, bottom };
}

describe('text drawn into the video', () => {
  // A non-joiner displays the same letters unjoined; correctly joined ones are much narrower.
  const APART = '\u200C';
  const CONJUNCTS = [
    ['Bengali', 'ক্ষ', 'জ্ঞ'],
    ['Hindi', 'क्ष', 'त्र'],
  ];
  it.each(casesOfTier(CONJUNCTS))('connects %s letters correctly', async (_, ...conjuncts) => {
    for (const letters of conjuncts) {
      const apart = letters.replace(/([\u09CD\u094D])/, `$1${APART}`);
      const joined = await ink((await renderCard({ title: letters.repeat(6) })).outFile);
      const loose = await ink((await renderCard({ title: apart.repeat(6) })).outFile);
      expect(joined.width).toBeGreaterThan(60);
      expect(joined.width).toBeLessThan(loose.width * 0.85);
    }
  });

  it('is not a row of boxes', async () => {
    const one = await pictureAt((await renderCard({ title: 'নদী' })).outFile, SETTLED, 'gray');
    const other = await pictureAt((await renderCard({ title: 'পদী' })).outFile, SETTLED, 'gray');
    expect(one.equals(other)).toBe(false);
  });

  it('is at the bottom as a subtitle and in the middle as a title', async () => {
    const caption = await ink((await renderCard({ title: null, caption: 'A subtitle' })).outFile);
    expect(caption.top).toBeGreaterThan(FILM.height * 0.8);
    const title = await ink((await renderCard({ title: 'A title' })).outFile);
    expect(title.top).toBeGreaterThan(FILM.height * 0.35);
    expect(title.bottom).toBeLessThan(FILM.height * 0.65);
  });
});

describe('a film with subtitles', () => {
  it('has them as a track of its language that is off by default', async () => {
    const { outFile: path, frames } = await renderCard({ title: 'One' });
    const workDir = dirname(path);
    const subtitlesPath = `${workDir}/film.srt`;
    const cues = [
      { startMs: 200, endMs: 1400, lines: ['নদীটি বয়ে যায়।', 'second line'] },
      { startMs: 3100, endMs: 6000, lines: ['last'] },
    ];
    await writeFile(subtitlesPath, toSrt(cues));
    const part = { path, frames, sectionId: 'a', title: 'One' };
    const outFile = `${workDir}/film.mp4`;
    const shared = {
      ffmpeg: media,
      width: 320,
      height: 180,
      frameRate: 30,
      title: 'A film',
      language: 'bn' as const,
      workDir,
      outFile,
    };
    const film = await joinFilm({ ...shared, sections: [part, part], subtitlesPath });
    expect(film.durationMs).toBe(6000);
    const { subtitles } = await probeMedia(media, outFile);
    expect(subtitles).toMatchObject([{ codec: 'mov_text', language: 'ben', default: false }]);
    await ffmpeg('-i', outFile, '-map', '0:s:0', '-c:s', 'srt', `${workDir}/read.srt`);
    const read = await readFile(`${workDir}/read.srt`, 'utf8');
    expect(read.replaceAll('\r', '').trim()).toBe(toSrt(cues).trim());
  });
});

describe('a narration', () => {
  const TEXT = { hi: 'नदी पुल के पास बहती है। घाटी बहुत सुन्दर है। धन्यवाद।', en: 'One sentence. And another one!' };
  it.each(casesOfTier(['hi', 'en'] as const))(
    'reports when each of its sentences is really spoken (%s)',
    async (language) => {
      const { voices } = await chooseVoice({});
      const request = { language, gender: 'male', speaker: null } as const;
      const { engine } = voices!.speakerOf(request, TEXT[language]);
      const dir = at(`narration-${language}`);
      await mkdir(dir);
      const { signal } = new AbortController();
      const outFile = `${dir}/raw.wav`;
      const speech = {
        voice: engine,
        text: TEXT[language],
        language,
        gender: 'male' as const,
        dir,
        outFile,
        signal,
      };
      const sentences = await recordNarration({ ...speech, speed: 1 });
      expect(sentences.map((sentence) => sentence.text).join(' ')).toBe(TEXT[language]);
      const { trimmedMs, durationMs } = await normaliseNarration({
        ffmpeg: media,
        input: outFile,
        output: `${dir}/voice.wav`,
      });
      const samples = await samplesOf(`${dir}/voice.wav`);
      const level = (fromMs: number, toMs: number) =>
        levelDb(samples.subarray(Math.round((fromMs - trimmedMs) * 48), Math.round((toMs - trimmedMs) * 48)));
      for (const [index, { startMs, endMs }] of sentences.entries()) {
        expect(level(startMs, startMs + 250)).toBeGreaterThan(-40);
        const next = sentences[index + 1];
        if (!next) continue;
        expect(next.startMs - endMs).toBeGreaterThan(200);
        expect(level(endMs + 20, next.startMs - 20)).toBeLessThan(-60);
      }
      expect(sentences.at(-1)!.endMs - trimmedMs).toBeLessThanOrEqual(durationMs + 40);

      const faster = await recordNarration({ ...speech, speed: 1.1, outFile: `${dir}/fast.wav` });
      const length = async (file: string) => (await readWavInfo(file)).durationMs;
      expect((await length(`${dir}/fast.wav`)) / (await length(outFile))).toBeLessThan(0.95);
      expect(faster).toHaveLength(sentences.length);
    },
  );
});
