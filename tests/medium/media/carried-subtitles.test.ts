import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { assembleSections, fetchMedia, transcribeMedia } from '#contract/jobs/processing.ts';
import type { SpokenLanguage } from '#contract/primitives.ts';
import type { JobName } from '#contract/jobs/all.ts';
import type { Backend } from '#core/backend.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import { findSections, insertAnalysedSections } from '#core/repositories/projects/sections.ts';
import { type FoundVideo, upsertVideos } from '#core/repositories/media/videos.ts';
import { isWithheld } from '#text/transcript/withheld-words.ts';
import { sectionTextIn } from '../../../server/services/section-views/section-text.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { handleAssembleSections } from '../../../worker/handlers/assemble-sections.ts';
import { handleFetchMedia } from '../../../worker/handlers/fetch-media.ts';
import type { StepContext } from '../../../worker/handlers/handler.ts';
import { handleScanMedia } from '../../../worker/handlers/scan-media.ts';
import { handleTranscribeMedia } from '../../../worker/handlers/transcribe-media.ts';
import type { SpeakerEmbedder } from '../../../worker/speakers/speaker-embedder.ts';
import type { Transcriber } from '../../../worker/transcribers/transcriber.ts';
import { createKeyPhraseWriter } from '../../../worker/titles/key-phrases.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { BENGALI, ENGLISH, HINDI, sayWords, srt } from '../../helpers/media/words.ts';
import { PATIENT } from '../../helpers/patient.ts';

const library = tempFolder();
const work = tempFolder();
let backend: Backend;
beforeAll(async () => {
  backend = await openTestBackend({ LIBRARY_DIR: library('') });
});

let tone = 300;
/** Makes a video of 24 s with a tone of its own and these streams of subtitles, from SubRip texts. */
async function makeVideo(name: string, streams: { text: string; codec: string; args: string[] }[] = []) {
  const sound = `sine=d=24:f=${(tone += 10)}`;
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=24', '-f', 'lavfi', '-i', sound];
  const outputs = ['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
  for (const [i, { text, codec, args }] of streams.entries()) {
    const path = work(`${name}-${i}.srt`);
    await writeFile(path, text);
    inputs.push('-i', path);
    outputs.push('-map', `${i + 2}:s`, `-c:s:${i}`, codec, ...args);
  }
  await ffmpeg(...inputs, ...outputs, library(name));
}

/** The library reads its folder again after a while. */
async function findVideo(title: string): Promise<FoundVideo> {
  const query = { query: title, duration: undefined, cursor: null };
  return vi.waitFor(
    async () => {
      const { videos } = await backend.sources.library.search(query, AbortSignal.timeout(60_000));
      const video = videos.find((hit) => hit.title.toLowerCase() === title);
      expect(video).toBeDefined();
      return video!;
    },
    { ...PATIENT, interval: 200 },
  );
}

/** What these tests' recogniser returns for everything. */
const TRANSCRIPT = 'the history of bread begins a long time ago and farmers grew wheat near the river';

/** Processes a video of the library. Its sections are then in a project of their own. */
async function processVideo(
  title: string,
  {
    spoken = 'auto',
    speakers = null,
    text = TRANSCRIPT,
  }: {
    spoken?: SpokenLanguage;
    speakers?: StepContext<JobName>['engines']['speakers'];
    text?: string;
  } = {},
) {
  const user = await createUser(backend);
  const [video] = await upsertVideos(backend.db, 'library', [await findVideo(title)]);
  const input = { videoId: video!.id };
  let listened = 0;
  const reports: [part: number, words: string][] = [];
  const ear: Transcriber = {
    id: 'test-ear',
    version: '1',
    languages: ['en'],
    rough: false,
    unavailable: async () => null,
    async transcribe() {
      listened += 1;
      return { language: 'en', words: sayWords(text) };
    },
  };
  const context = {
    backend,
    engines: {
      // Detects speech everywhere.
      detector: {
        version: '1',
        unavailable: async () => null,
        detect: async () => [{ startMs: 0, endMs: 24_000 }],
      },
      identifier: null,
      speakers,
      transcribers: [ear],
      titles: createKeyPhraseWriter(),
    } as unknown as StepContext<JobName>['engines'],
    encoder: X264_ONLY,
    run: {
      userId: user.id,
      projectId: null,
      input: { videoIds: [video!.id] },
    } as unknown as RunRow,
    dependencies: {},
    signal: AbortSignal.timeout(60_000),
    report: (part: number, words?: string) => void reports.push([part, words ?? '']),
    log: backend.log,
  };
  const fetched = await handleFetchMedia({ ...context, input });
  await handleScanMedia({ ...context, input: { ...input, proxy: false } });
  const transcribed = await handleTranscribeMedia({ ...context, input: { ...input, spoken } });
  const assembled = await handleAssembleSections({
    ...context,
    input: { videoIds: [video!.id] },
    dependencies: { [`${transcribeMedia.name}-0`]: transcribed.key },
  });
  const { artifacts, db } = backend;
  const plan = (await artifacts.find(assembleSections, assembled.key))!.data;
  const projectId = await insertProject(db, {
    userId: user.id,
    title,
    description: '',
    videoIds: [video!.id],
  });
  await insertAnalysedSections(db, projectId, plan.sections);
  return {
    listened,
    reports,
    fetched: (await artifacts.find(fetchMedia, fetched.key))!,
    transcript: (await artifacts.find(transcribeMedia, transcribed.key))!.data,
    notices: plan.notices,
    sections: await findSections(db, projectId),
  };
}

describe('subtitles of a video', () => {
  it('subtitles of a video are its transcript if they are a stream of the file', async () => {
    await makeVideo('inside.mp4', [
      { text: srt(HINDI), codec: 'mov_text', args: ['-metadata:s:s:0', 'language=hin'] },
    ]);
    const { listened, transcript, sections, notices } = await processVideo('inside');
    expect(listened).toBe(0);
    expect(transcript).toMatchObject({ engine: 'subtitles', language: 'hi', credible: true });
    expect(transcript.words[0]).toMatchObject({ text: 'यह', startMs: 1000, confidence: 1 });
    expect(transcript.words.at(-1)).toMatchObject({ text: 'हैं।', endMs: 22_000 });
    expect(notices).toEqual([]);
    expect(sections.map((section) => section.original)).toEqual(
      sections.map(() => expect.objectContaining({ language: 'hi' })),
    );
    expect(sections.map((section) => Object.keys(section.texts))).toEqual(sections.map(() => ['hi']));
    // Displayed in English as written, until it is translated.
    expect(sections.map((section) => sectionTextIn(section, 'en', null)).join(' ')).toBe(HINDI.join(' '));
  });

  it('uses a subtitle file beside the video as its transcript, and reads it again when it changes', async () => {
    await makeVideo('beside.mp4');
    await writeFile(library('beside.bn.srt'), srt(BENGALI));
    const first = await processVideo('beside');
    expect(first.listened).toBe(0);
    expect(first.fetched.data.subtitles).toMatchObject([{ fileName: 'subtitles-0.srt', language: 'bn' }]);
    expect(first.transcript).toMatchObject({ engine: 'subtitles', language: 'bn' });
    expect(first.sections.map((section) => sectionTextIn(section, 'bn', null)).join(' ')).toBe(
      BENGALI.join(' '),
    );
    const lines = [...BENGALI.slice(0, 2), 'শিশুরা মাঠে খেলতে নামে।'];
    await writeFile(library('beside.bn.srt'), `${srt(lines)}\n00:0O:01 --> 00:00:02\nশেষ।\n`);
    const second = await processVideo('beside');
    expect(second.fetched.key).not.toBe(first.fetched.key);
    const skipped = '1 subtitle of "Beside" skipped: invalid times.';
    expect([second.transcript.words.at(-1)!.text, second.notices]).toEqual(['নামে।', [skipped]]);
  });

  it('subtitles of a video are used in the language of the default stream, whatever their format', async () => {
    await makeVideo('many.mkv', [
      {
        text: srt(ENGLISH),
        codec: 'subrip',
        args: ['-metadata:s:s:0', 'language=eng', '-disposition:s:0', '0'],
      },
      {
        text: srt(HINDI),
        codec: 'ass',
        args: ['-metadata:s:s:1', 'language=hin', '-disposition:s:1', 'default'],
      },
    ]);
    const { transcript } = await processVideo('many');
    expect(transcript.language).toBe('hi');
    expect(transcript.words.map((word) => word.text).join(' ')).toBe(HINDI.join(' '));
  });

  // product 11.19
  it('subtitles of a video are ignored if they are not in the spoken language', async () => {
    await makeVideo('foreign.mp4', [
      { text: srt(HINDI), codec: 'mov_text', args: ['-metadata:s:s:0', 'language=hin'] },
      { text: srt(BENGALI), codec: 'mov_text', args: ['-metadata:s:s:1', 'language=ben'] },
    ]);
    expect((await processVideo('foreign', { spoken: 'bn' })).transcript).toMatchObject({
      engine: 'subtitles',
      language: 'bn',
    });
    const { transcript } = await processVideo('foreign', { spoken: 'en' });
    expect(transcript).toMatchObject({ engine: 'test-ear@1', language: 'en', unreadSubtitles: false });
  });

  it('subtitles have the language of their script if none is stated, and belong to one video only', async () => {
    await makeVideo('pair.mp4');
    await makeVideo('pair.no.mp4');
    await writeFile(library('pair.no.vtt'), `WEBVTT\n\n${srt(HINDI).replaceAll(',', '.')}`);
    expect((await processVideo('pair.no')).transcript).toMatchObject({ engine: 'subtitles', language: 'hi' });
    expect((await processVideo('pair')).transcript).toMatchObject({ engine: 'test-ear@1', language: 'en' });
  });

  it.each([
    ['garbage', Buffer.from('\u0000\u0001 --> nothing\n'.repeat(100))],
    ['huge', Buffer.alloc(2 ** 21 + 1, srt(ENGLISH))],
  ])('that are %s are ignored with a notice, and the recogniser is used', async (name, bytes) => {
    await makeVideo(`${name}.mp4`);
    await writeFile(library(`${name}.srt`), bytes);
    const { listened, transcript, sections, notices } = await processVideo(name);
    expect(listened).toBe(1);
    expect(transcript).toMatchObject({ engine: 'test-ear@1', language: 'en', unreadSubtitles: true });
    const title = name[0]!.toUpperCase() + name.slice(1);
    expect(notices).toEqual([`The subtitles of "${title}" could not be read and were left out.`]);
    expect(sections[0]!.original).toMatchObject({ language: 'en', text: expect.stringContaining('bread') });
  });
});

// product 11.23
it('have swear words withheld only if they were recognised', async () => {
  await makeVideo('rude.mp4');
  const text = TRANSCRIPT.replace('history', 'shit');
  const { transcript, sections } = await processVideo('rude', { text });
  expect(transcript.words.filter(isWithheld)).toMatchObject([{ text: 'shit' }]);
  expect(sections.map((section) => section.withholdsWords)).toContain(true);
  await makeVideo('written.mp4');
  await writeFile(library('written.en.srt'), srt([text]));
  expect((await processVideo('written')).transcript.words.filter(isWithheld)).toEqual([]);
});

/** A model for which the first nine seconds are one voice and the rest another. */
const twoVoices = {
  id: 'test-voices',
  version: '1',
  unavailable: async () => null,
  async embed({ stretches, onProgress }: Parameters<SpeakerEmbedder['embed']>[0]) {
    onProgress?.(1);
    return stretches.map(({ startMs }) => (startMs < 9000 ? [1, 0] : [0, 1]));
  },
} satisfies SpeakerEmbedder;

describe('speakers', () => {
  it('speakers are taken from subtitles that name them, in the words of each section', async () => {
    await makeVideo('named.mp4');
    const cues = ENGLISH.map((line, i) => `<v ${i === 1 ? 'Bob' : 'Ann'}>${line}`);
    await writeFile(library('named.en.vtt'), `WEBVTT\n\n${srt(cues).replaceAll(',000', '.000')}`);
    const { transcript, sections } = await processVideo('named', { speakers: twoVoices });
    expect(transcript.words.map(({ speaker }) => speaker)).toEqual(
      ENGLISH.flatMap((line, i) => line.split(' ').map(() => (i === 1 ? 'Bob' : 'Ann'))),
    );
    expect(sections.map((section) => section.tellsSpeakers)).toEqual(sections.map(() => true));
  });

  // product 11.22
  it('speakers are detected from the voices if there is a model, and otherwise unknown', async () => {
    await makeVideo('unnamed.mp4');
    await writeFile(library('unnamed.en.srt'), srt(ENGLISH));
    const without = await processVideo('unnamed');
    expect(without.transcript.words.some((word) => 'speaker' in word)).toBe(false);
    expect(without.sections.some((section) => section.tellsSpeakers)).toBe(false);
    const { transcript } = await processVideo('unnamed', { speakers: twoVoices });
    expect(transcript.words).toMatchObject(without.transcript.words);
    const spoken = transcript.words.map(({ startMs, speaker }) => [startMs < 9000, speaker]);
    expect([...new Set(spoken.map(String))]).toEqual(['true,Speaker 1', 'false,Speaker 2']);
  });

  it('speakers are also detected in recognised words, with progress', async () => {
    await makeVideo('heard.mp4');
    const text = `${TRANSCRIPT} / ${TRANSCRIPT} / ${TRANSCRIPT} / ${TRANSCRIPT}`;
    const { transcript, reports } = await processVideo('heard', { spoken: 'en', speakers: twoVoices, text });
    expect(transcript.engine).toBe('test-ear@1');
    const spoken = transcript.words.map(({ startMs, speaker }) => [startMs < 9000, speaker]);
    expect(spoken[0]).toEqual([true, 'Speaker 1']);
    expect(spoken.at(-1)).toEqual([false, 'Speaker 2']);
    const parts = reports.filter(([, words]) => /^(Transcribing|Telling)/.test(words)).map(([part]) => part);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(reports.at(-1)).toEqual([1, 'Telling speakers apart 0:24 of 0:24']);
  });
});
