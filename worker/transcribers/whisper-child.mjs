// Runs whisper.cpp for one sound, as a program of its own: a broken model or an abort in native code
// ends this process, never the worker. Arguments: model path, WAV path, threads; without a WAV path it
// only tries the model. Prints JSON lines: {"progress":0..1} and, last, {"language","segments"}.
import { writeSync } from 'node:fs';

const [modelPath = '', wavPath, threads] = process.argv.slice(2);
/** @param {object} message */
const say = (message) => writeSync(1, `${JSON.stringify(message)}\n`);

const imported = await import('@fugood/whisper.node');
const whisper = imported.default ?? imported;
const context = await whisper.initWhisper({ filePath: modelPath, useGpu: true });

if (wavPath) {
  /** @param {object} options */
  const listen = (options) =>
    context.transcribeFile(wavPath, {
      language: 'auto',
      maxThreads: Number(threads),
      tokenTimestamps: true,
      onProgress: (percent) => say({ progress: Math.min(1, Math.max(0, percent / 100)) }),
      ...options,
    }).promise;
  // One token a segment gives the time of every word.
  let result = await listen({ maxLen: 1 });
  // Bengali and Hindi letters may be split between tokens: then only whole segments can be read.
  const perToken = !result.segments.some((segment) => segment.text.includes('\uFFFD'));
  if (!perToken) result = await listen({ language: result.language ?? 'auto' });
  say({ language: result.language ?? 'en', perToken, segments: result.segments });
}
await context.release();
