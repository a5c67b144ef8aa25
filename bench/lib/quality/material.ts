import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#contract/primitives.ts';
import { espeakWav, fliteWav, toSpeechWav } from '../../../tests/helpers/media/speech.ts';
import { hasTestMedia, testMedia } from '../../../tests/helpers/media/test-media.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';

/** Recorded speech whose text is known. */
export interface Reading {
  name: string;
  language: Language;
  text: string;
  wavPath: string;
}

/** Sentences and their translations by a person. */
export const SENTENCES: Record<Language, string>[] = [
  {
    en: 'The river begins as a small stream in the hills.',
    hi: 'नदी पहाड़ियों में एक छोटी धारा के रूप में शुरू होती है।',
    bn: 'নদীটি পাহাড়ে একটি ছোট ধারা হিসেবে শুরু হয়।',
  },
  {
    en: 'Farmers wait for the warm days of summer.',
    hi: 'किसान गर्मियों के गर्म दिनों का इंतज़ार करते हैं।',
    bn: 'কৃষকরা গ্রীষ্মের উষ্ণ দিনের জন্য অপেক্ষা করেন।',
  },
  {
    en: 'The old bridge was built in 1987.',
    hi: 'पुराना पुल 1987 में बनाया गया था।',
    bn: 'পুরানো সেতুটি ১৯৮৭ সালে তৈরি হয়েছিল।',
  },
  {
    en: 'Children bought warm bread on the way to school.',
    hi: 'बच्चों ने स्कूल जाते समय गरम रोटी खरीदी।',
    bn: 'শিশুরা স্কুলে যাওয়ার পথে গরম রুটি কিনেছিল।',
  },
  {
    en: 'Today we will learn how bread is made.',
    hi: 'आज हम सीखेंगे कि रोटी कैसे बनाई जाती है।',
    bn: 'আজ আমরা শিখব কীভাবে রুটি তৈরি হয়।',
  },
];

const READERS = ['0870', '0880', '0890', '0920', '0930'];
const KENNEDY =
  'And so, my fellow Americans: ask not what your country can do for you; ask what you can do for your country.';

/** Returns recordings of people who read a known text, or none if TEST_MEDIA is not set. */
export async function peopleReading(folder: string): Promise<Reading[]> {
  if (!hasTestMedia()) return [];
  const readers = READERS.map(async (name) => ({
    name: `librivox ${name}`,
    language: 'en' as const,
    text: (await readFile(testMedia(`media/librivox/${name}.txt`), 'utf8')).trim(),
    wavPath: await toSpeechWav(['-i', testMedia(`media/librivox/${name}.wav`)], join(folder, `${name}.wav`)),
  }));
  const kennedy = await toSpeechWav(['-i', testMedia('media/jfk.wav')], join(folder, 'jfk.wav'));
  return [...(await Promise.all(readers)), { name: 'jfk', language: 'en', text: KENNEDY, wavPath: kennedy }];
}

/** Returns the sentences, read by voices that every machine has. */
export async function voicesReading(folder: string): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const [i, sentence] of SENTENCES.entries()) {
    for (const language of ['en', 'hi', 'bn'] as const) {
      const wavPath = join(folder, `made-${language}-${i}.wav`);
      const text = sentence[language];
      if (language === 'en') await fliteWav(text, wavPath);
      else await espeakWav(text, wavPath, language);
      readings.push({ name: language === 'en' ? 'flite' : 'espeak-ng', language, text, wavPath });
    }
  }
  return readings;
}

/** Returns sounds without speech. */
export async function withoutSpeech(folder: string): Promise<string[]> {
  const sources = {
    noise: ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:a=0.3:d=20'],
    tones: ['-f', 'lavfi', '-i', 'sine=f=440:d=20'],
    ...(hasTestMedia() && {
      bunny: ['-i', testMedia('media/bunny.mp4')],
      crystal: ['-i', testMedia('media/crystal.mp4')],
    }),
  };
  return Promise.all(
    Object.entries(sources).map(([name, input]) => toSpeechWav(input, join(folder, `${name}.wav`))),
  );
}

/** Length of the gap between two readings, in seconds. */
const GAP_S = 0.6;

export interface Talk {
  wavPath: string;
  durationMs: number;
  text: string;
  /** The gaps between its sentences, in ms. */
  gaps: { startMs: number; endMs: number }[];
}

/** Joins readings, with a gap after each. */
export async function talkOf(readings: readonly Reading[], folder: string): Promise<Talk> {
  const inputs = readings.flatMap(({ wavPath }) => ['-i', wavPath]);
  const padded = readings.map((_, i) => `[${i}]apad=pad_dur=${GAP_S}[p${i}]`);
  const joined = `${readings.map((_, i) => `[p${i}]`).join('')}concat=n=${readings.length}:v=0:a=1`;
  const graph = ['-filter_complex', [...padded, joined].join(';')];
  const wavPath = await toSpeechWav([...inputs, ...graph], join(folder, 'talk.wav'));
  const gaps: Talk['gaps'] = [];
  let at = 0;
  for (const reading of readings) {
    at += (await readWavInfo(reading.wavPath)).durationMs;
    gaps.push({ startMs: at, endMs: at + GAP_S * 1000 });
    at += GAP_S * 1000;
  }
  return { wavPath, durationMs: at, text: readings.map(({ text }) => text).join(' '), gaps };
}
