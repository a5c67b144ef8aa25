import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openLiveEngines } from '../../../worker/engine-set/live-engines.ts';

/**
 * Uses every engine of a worker on a folder of models, and prints their results and the servers that this
 * process contacted.
 */
const [modelsDir = ''] = process.argv.slice(2);
const connections: unknown[] = [];
net.Socket.prototype.connect = function refuse(...options: unknown[]): never {
  connections.push(options[0]);
  throw new Error('Nobody is asked.');
} as never;

const dir = await mkdtemp(join(tmpdir(), 'cutroom-offline-'));
const config = parseConfig({
  DATABASE_URL: 'not-used',
  REDIS_URL: 'not-used',
  SECRET: 'a-secret-of-thirty-two-letters-or-more',
  DATA_DIR: dir,
  MODELS_DIR: modelsDir,
});
const engines = await openLiveEngines(config, createLogger('silent', 'test'));
await engines.refresh();
const { transcribers, speakers, voices, translator } = engines.now();
const translated = await translator?.translate({ texts: ['The river is old.'], from: 'en', to: 'hi' });
const spoken: Record<string, number> = {};
for (const [language, text] of [
  ['en', 'The river is old.'],
  ['hi', 'नदी पुरानी है।'],
  ['bn', 'নদী পুরানো।'],
] as const) {
  const { engine, speaker } = voices!.speakerOf({ language, gender: 'female', speaker: null }, text);
  const outFile = join(dir, `${language}.wav`);
  const { durationMs } = await engine.speak({ text, language, speed: 1, outFile, ...speaker });
  spoken[`${language}: ${engine.id}`] = durationMs;
}
const unheard = await Promise.all(transcribers.map((transcriber) => transcriber.unavailable()));
console.log(
  JSON.stringify({
    connections,
    translated,
    spoken,
    unheard,
    transcribers: transcribers.map(({ id }) => id),
    speakers: speakers?.id,
  }),
);
await rm(dir, { recursive: true, force: true });
process.exit(0);
