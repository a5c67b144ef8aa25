import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hear, tempFolder, toSpeechWav, wordErrorRate } from '../tests/helpers/media/speech.ts';
import { testMedia } from '../tests/helpers/media/test-media.ts';
import { judge } from '../worker/transcribers/credible.ts';
import { createPocketsphinx } from '../worker/transcribers/pocketsphinx/pocketsphinx.ts';
import { report, type Bench } from './lib/figures.ts';

const READERS = ['0870', '0880', '0890', '0920', '0930'];
/** Whether each recording contains credible speech. */
const RECORDINGS: Record<string, boolean> = {
  'talk.mp4': true,
  'jfk.wav': true,
  'bunny.mp4': false,
  'crystal.mp4': false,
};

/**
 * How well the recogniser that needs no model understands real recordings, and which ones it mistakes for
 * speech.
 */
export const bench: Bench = async () => {
  const engine = createPocketsphinx();
  const temp = await tempFolder();
  const listen = async (path: string) => {
    const wavPath = await toSpeechWav(['-i', testMedia(`media/${path}`)], join(temp.folder, 'heard.wav'));
    const { words } = await hear(engine, wavPath);
    const { credible } = judge(words);
    return { text: words.map((word) => word.text).join(' '), credible };
  };
  try {
    const rates: number[] = [];
    const wrong: string[] = [];
    for (const name of READERS) {
      const { text, credible } = await listen(`librivox/${name}.wav`);
      const reference = await readFile(testMedia(`media/librivox/${name}.txt`), 'utf8');
      rates.push(100 * wordErrorRate(reference, text));
      if (!credible) wrong.push(name);
    }
    for (const [name, expected] of Object.entries(RECORDINGS)) {
      const { credible } = await listen(name);
      if (credible !== expected) wrong.push(name);
    }
    report({ bench: 'speech: word errors of readers', values: rates, unit: '%', goal: 'each under 65' });
    report({
      bench: 'speech: recordings judged wrongly',
      values: [wrong.length],
      unit: `of ${READERS.length + Object.keys(RECORDINGS).length}`,
      goal: '0',
      note: wrong.join(', ') || undefined,
    });
  } finally {
    await temp.remove();
  }
};
