// Speaks one text with sherpa-onnx, as a separate program: a broken model or an abort in native code ends
// this process, never the worker. Standard input is one JSON request (see sherpa-voice.ts). It prints JSON
// lines.
import { readFileSync, writeSync } from 'node:fs';
import sherpa from 'sherpa-onnx-node';

const request = JSON.parse(readFileSync(0, 'utf8'));
// Uses the synchronous calls: the asynchronous ones can abort the process when it ends.
const tts = new sherpa.OfflineTts({
  model: { ...request.model, numThreads: 2, provider: 'cpu' },
  maxNumSentences: 1,
});

/**
 * @param {string} text
 * @param {number} sid
 * @param {number} speed
 * @returns {{ samples: Float32Array, sampleRate: number }}
 */
const say = (text, sid, speed) =>
  tts.generate(
    request.lang
      ? {
          text,
          enableExternalBuffer: false,
          // With a seed, the same text always sounds the same.
          generationConfig: { sid, speed, numSteps: request.steps, extra: { lang: request.lang, seed: 1 } },
        }
      : { text, sid, speed, enableExternalBuffer: false },
  );

if (request.speak) {
  const { text, sid, speed, outFile } = request.speak;
  const { samples, sampleRate } = say(text, sid, speed);
  if (samples.length > 0 && !sherpa.writeWave(outFile, { samples, sampleRate }))
    throw new Error('The file cannot be written.');
  print({ samples: samples.length });
} else {
  for (let sid = 0; sid < tts.numSpeakers; sid += 1) {
    const { samples, sampleRate } = say(request.sample, sid, 1);
    print({ sid, pitchHz: pitchOf(samples, sampleRate), seconds: samples.length / sampleRate });
  }
}
print({ done: true });

/** @param {object} message */
function print(message) {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

/**
 * Returns the median pitch of the voiced parts of audio, by autocorrelation; 0 if no part is voiced.
 * @param {Float32Array} samples
 * @param {number} rate
 */
function pitchOf(samples, rate) {
  // A low rate is sufficient, and fast.
  const step = Math.max(1, Math.floor(rate / 8000));
  const low = Float32Array.from(
    { length: Math.floor(samples.length / step) },
    (_, i) => samples[i * step] ?? 0,
  );
  const at = rate / step;
  const frame = Math.floor(at * 0.04);
  const [least, most] = [Math.floor(at / 350), Math.floor(at / 60)];
  const lags = [];
  for (let from = 0; from + frame + most < low.length; from += frame) {
    let best = { lag: 0, match: 0 };
    for (let lag = least; lag <= most; lag += 1) {
      let [product, first, second] = [0, 1e-9, 1e-9];
      for (let i = from; i < from + frame; i += 1) {
        const [a, b] = [low[i] ?? 0, low[i + lag] ?? 0];
        product += a * b;
        first += a * a;
        second += b * b;
      }
      // A longer period must match clearly better: a multiple of a period matches too.
      const match = first / frame < 1e-5 ? 0 : product / Math.sqrt(first * second);
      if (match > best.match + 0.02) best = { lag, match };
    }
    if (best.match > 0.6) lags.push(at / best.lag);
  }
  lags.sort((a, b) => a - b);
  return lags[Math.floor(lags.length / 2)] ?? 0;
}
