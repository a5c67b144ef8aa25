import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '#contract/primitives.ts';
import { AROUND_MS, MAX_SPEED, MAX_TEMPO } from '#film/time/section-length.ts';
import { hear, tempFolder } from '../tests/helpers/media/speech.ts';
import { decodeWav } from '../worker/audio/decode-wav.ts';
import { readWavInfo } from '../worker/audio/wav.ts';
import { planSections } from '../worker/sections/plan-sections.ts';
import { toSentences } from '../worker/sections/sentences.ts';
import { createSpeechDetector } from '../worker/transcribers/sherpa/speech-detector.ts';
import { allTranscribers } from '../worker/engine-set/transcribers.ts';
import type { Transcriber } from '../worker/transcribers/transcriber.ts';
import { createBergamot } from '../worker/translators/bergamot.ts';
import { allVoices } from '../worker/engine-set/voices.ts';
import { report, timed, type Bench } from './lib/figures.ts';
import {
  peopleReading,
  type Reading,
  SENTENCES,
  type Talk,
  talkOf,
  voicesReading,
  withoutSpeech,
} from './lib/quality/material.ts';
import { chrF, unsaidWords, wordErrors } from './lib/quality/words.ts';

/** How far a boundary may be from a gap between two sentences, in ms. */
const NEAR_MS = 300;
/** Samples of speech are louder than this, of 1. */
const LOUD = 0.02;

const modelsDir = resolve(process.env['MODELS_DIR'] ?? 'data/models');
const preparedDir = resolve('data/prepared-models');

/**
 * How well this machine's engines recognize, divide, translate and speak, measured with speech and texts that
 * are known.
 */
export const bench: Bench = async () => {
  const { folder, remove } = await tempFolder();
  try {
    const people = await peopleReading(folder);
    const synthetic = await voicesReading(folder);
    if (people.length === 0) reportMissing('readings of people', 'not available');
    await detection([...people, ...synthetic], await withoutSpeech(folder));
    const transcribers = await allTranscribers({ detector: createSpeechDetector(), modelsDir, preparedDir });
    const talk = await talkOf([...people, ...synthetic.filter(({ language }) => language === 'en')], folder);
    for (const { code, name } of LANGUAGES) {
      const able = transcribers.filter(({ languages }) =>
        languages.some((own) => own === code || own === '*'),
      );
      if (able.length === 0) reportMissing(`word errors in ${name}`, 'no recogniser available');
      const readings = [...people, ...synthetic].filter(({ language }) => language === code);
      for (const engine of able) await hearing(engine, name, readings);
      if (code === 'en' && able[0]) await division(able[0], talk);
    }
    await translating();
    await speaking(people, folder);
  } finally {
    await remove();
  }
};

/** Prints a line about an engine or material that is missing. */
function reportMissing(bench: string, note: string): void {
  console.log(JSON.stringify({ bench: `quality: ${bench}`, value: null, note }));
}

async function detection(spoken: Reading[], silent: string[]): Promise<void> {
  const detector = createSpeechDetector();
  const problem = await detector.unavailable();
  if (problem !== null) return reportMissing('speech detection', problem);
  const missed: number[] = [];
  let [workMs, soundMs] = [0, 0];
  for (const { wavPath } of spoken) {
    let speech: { startMs: number; endMs: number }[] = [];
    workMs += await timed(async () => (speech = await detector.detect(wavPath)));
    soundMs += (await readWavInfo(wavPath)).durationMs;
    const loud = await loudMs(wavPath);
    const unheard = loud.filter((ms) => !speech.some(({ startMs, endMs }) => startMs <= ms && ms < endMs));
    missed.push((100 * unheard.length) / Math.max(1, loud.length));
  }
  const alarms: number[] = [];
  for (const path of silent) {
    const speech = await detector.detect(path);
    const { durationMs } = await readWavInfo(path);
    alarms.push((100 * speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)) / durationMs);
  }
  const unit = '%';
  report({
    bench: 'quality: speech that the detector misses',
    values: missed,
    unit,
    goal: '5',
    note: worst(missed),
  });
  report({
    bench: 'quality: false alarms of the detector',
    values: alarms,
    unit,
    goal: '0',
    note: worst(alarms),
  });
  figure('speech detection: share of real time', workMs / soundMs);
}

/** Returns the hundredths of a second that are loud, in ms. */
async function loudMs(wavPath: string): Promise<number[]> {
  const { data, sampleRate } = decodeWav(await readFile(wavPath));
  const samples = Float64Array.from({ length: data.length / 2 }, (_, i) => data.readInt16LE(i * 2) / 32_768);
  const step = sampleRate / 100;
  const loud: number[] = [];
  for (let at = 0; at + step <= samples.length; at += step) {
    const part = samples.subarray(at, at + step);
    const level = Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / step);
    if (level > LOUD) loud.push((at * 1000) / sampleRate);
  }
  return loud;
}

async function hearing(engine: Transcriber, language: string, readings: Reading[]): Promise<void> {
  const problem = await engine.unavailable();
  if (problem !== null) return reportMissing(`${engine.id}, ${language}`, problem);
  const bySpeaker = new Map<string, number[]>();
  let [workMs, soundMs] = [0, 0];
  for (const { name, text, wavPath, language: code } of readings) {
    let transcript = '';
    workMs += await timed(async () => {
      const { words } = await hear(engine, wavPath, { language: code });
      transcript = words.map((word) => word.text).join(' ');
    });
    soundMs += (await readWavInfo(wavPath)).durationMs;
    const speaker = name.split(' ')[0]!;
    bySpeaker.set(speaker, [...(bySpeaker.get(speaker) ?? []), 100 * wordErrors(text, transcript)]);
  }
  for (const [speaker, values] of bySpeaker) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const note = `mean ${mean.toFixed(1)}`;
    report({
      bench: `quality: ${engine.id}, ${language} of ${speaker}: word errors`,
      values,
      unit: '%',
      goal: '20',
      note,
    });
  }
  figure(`${engine.id}, ${language}: share of real time`, workMs / soundMs);
}

/** Reports the sections and sentences that are found in a talk whose sentences are known. */
async function division(engine: Transcriber, { wavPath, durationMs, text, gaps }: Talk): Promise<void> {
  const { words } = await hear(engine, wavPath, { language: 'en' });
  const near = (ms: number) =>
    gaps.some(({ startMs, endMs }) => ms >= startMs - NEAR_MS && ms <= endMs + NEAR_MS);
  const ends = toSentences(words).map((sentence) => sentence.endMs);
  const detected = gaps.filter(({ startMs, endMs }) =>
    ends.some((ms) => ms >= startMs - NEAR_MS && ms <= endMs + NEAR_MS),
  );
  const share = (part: number, all: number) => (100 * part) / Math.max(1, all);
  const unit = '%';
  const name = `quality: ${engine.id}, ends of sentences within ${NEAR_MS} ms`;
  report({
    bench: `${name}: precision`,
    values: [share(ends.filter(near).length, ends.length)],
    unit,
    goal: '90',
  });
  report({ bench: `${name}: recall`, values: [share(detected.length, gaps.length)], unit, goal: '90' });
  const video = {
    videoId: 'talk',
    title: 'A talk',
    durationMs,
    words,
    language: 'en',
    unreadSubtitles: false,
    rough: engine.rough,
  };
  const { sections } = await planSections([{ ...video, silences: gaps, shotsMs: [], hasAudio: true }]);
  const boundaries = sections.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const inner = boundaries.filter((ms) => ms > 0 && ms < durationMs);
  const cut = inner.filter((ms) => words.some(({ startMs, endMs }) => startMs < ms && ms < endMs));
  count(`${engine.id}, boundaries of sections inside a word`, cut.length, inner.length);
  const away = inner.filter((ms) => !near(ms));
  count(`${engine.id}, boundaries of sections away from the gaps of sentences`, away.length, inner.length);
  // Words that a title may contain although they are not in the speech: its video's name, the part's number,
  // and a year in words.
  const sourceText = `${text} A talk part ${digits(sections.length)} nineteen eighty seven`;
  const wrong = sections.filter(({ title }) => unsaidWords(title, sourceText).length > 0);
  const note = wrong.map(({ title }) => title).join('; ');
  count(`${engine.id}, titles with a word that was not said`, wrong.length, sections.length, note);
}

const digits = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(' ');

async function translating(): Promise<void> {
  const translator = await createBergamot(modelsDir);
  if (!translator) return reportMissing('translation', 'no model available');
  for (const direction of translator.directions!) {
    const [from, to] = direction.split('-') as ['en', 'hi'];
    const texts = SENTENCES.map((sentence) => sentence[from]);
    let translations: string[] = [];
    const workMs = await timed(async () => (translations = await translator.translate({ texts, from, to })));
    const values = translations.map((text, i) => chrF(text, SENTENCES[i]![to]));
    report({ bench: `quality: translation ${direction}: chrF2`, values, unit: 'of 100', goal: '50' });
    const perSecond = [(1000 * texts.length) / workMs];
    report({
      bench: `quality: translation ${direction}: sentences a second`,
      values: perSecond,
      unit: '',
      goal: '3',
    });
  }
}

/** How well narrations of texts that people read aloud fit into the time that the people took. */
async function speaking(readings: Reading[], folder: string): Promise<void> {
  const voices = await allVoices({ models: { modelsDir, preparedDir } });
  for (const voice of voices) {
    const problem = await voice.unavailable();
    if (problem !== null) {
      reportMissing(`voice ${voice.id}`, problem);
      continue;
    }
    for (const language of voice.languages) {
      const pace = await paceOf(voice, language, folder);
      figure(`voice ${voice.id}, ${language}: share of real time`, pace);
    }
    if (!voice.languages.includes('en') || readings.length === 0) continue;
    const tempos: number[] = [];
    for (const { text, wavPath } of readings) {
      const { durationMs } = await speak(voice, text, 'en', folder);
      tempos.push(durationMs / ((await readWavInfo(wavPath)).durationMs - AROUND_MS));
    }
    const inside = tempos.filter((tempo) => tempo <= MAX_TEMPO * MAX_SPEED).length;
    const name = `quality: voice ${voice.id}, English narrations`;
    const share = [(100 * inside) / tempos.length];
    report({ bench: `${name} inside the picture`, values: share, unit: '%', goal: '100' });
    report({ bench: `${name}: worst tempo`, values: [Math.max(...tempos)], unit: 'times', goal: '1.32' });
  }
}

type Voice = Awaited<ReturnType<typeof allVoices>>[number];

const speak = (voice: Voice, text: string, language: Voice['languages'][number], folder: string) =>
  voice.speak({ text, language, gender: 'male', speed: 1, outFile: join(folder, 'spoken.wav') });

async function paceOf(voice: Voice, language: Voice['languages'][number], folder: string): Promise<number> {
  let [workMs, soundMs] = [0, 0];
  for (const sentence of SENTENCES) {
    workMs += await timed(async () => {
      soundMs += (await speak(voice, sentence[language], language, folder)).durationMs;
    });
  }
  return workMs / soundMs;
}

function figure(name: string, value: number): void {
  report({ bench: `quality: ${name}`, values: [value], unit: 'times', goal: 'below 1' });
}

function count(name: string, failures: number, all: number, note?: string): void {
  report({
    bench: `quality: ${name}`,
    values: [failures],
    unit: `of ${all}`,
    goal: '0',
    ...(note && { note }),
  });
}

const worst = (values: number[]) => `worst ${Math.max(...values).toFixed(1)}`;
