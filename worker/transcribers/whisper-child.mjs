// Runs whisper.cpp on one sound, as a separate program: a broken model or an abort in native code ends this process,
// never the worker. Arguments: model path, WAV path, threads; without a WAV path it only tries the model. Prints JSON
// lines: {"progress":0..1} and, last, {"language","segments"}.
import { writeSync } from 'node:fs';

const [modelPath = '', wavPath, threads] = process.argv.slice(2);
/** @param {object} message */
const say = (message) => writeSync(1, `${JSON.stringify(message)}\n`);

const imported = await import('@fugood/whisper.node');
const whisper = imported.default ?? imported;
const context = await whisper.initWhisper({ filePath: modelPath, useGpu: true });

if (wavPath) {
  /**
   * @param {object} options
   * @param {(fraction: number) => number} part
   */
  const listen = (options, part) =>
    context.transcribeFile(wavPath, {
      language: 'auto',
      maxThreads: Number(threads),
      tokenTimestamps: true,
      onNewSegments: ({ segments }) => (broken ||= segments.some(isBroken)),
      onProgress: (percent) => say({ progress: part(Math.min(1, Math.max(0, percent / 100))) }),
      ...options,
    }).promise;
  /** @param {{ text: string }} segment */
  const isBroken = (segment) => segment.text.includes('\uFFFD');
  let broken = false;
  // One token per segment gives the time of every word. A sound that needs a second pass is then half done.
  let result = await listen({ maxLen: 1 }, (fraction) => (broken ? fraction / 2 : fraction));
  // Bengali and Hindi letters may be split between tokens: then only whole segments are readable.
  const perToken = !result.segments.some(isBroken);
  if (!perToken)
    result = await listen({ language: result.language ?? 'auto' }, (fraction) => (1 + fraction) / 2);
  say({ language: result.language ?? 'en', perToken, segments: result.segments });
}
await context.release();
