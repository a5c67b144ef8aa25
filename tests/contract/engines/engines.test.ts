import { afterAll, afterEach, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { nameOf, openEngines } from '../../../worker/engine-set/engine-set.ts';
import { addressOfNothing } from '../../helpers/outside/fake-server.ts';
import { startLibreTranslate } from '../../helpers/engine-servers/libretranslate-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const libre = await startLibreTranslate({});
afterAll(() => libre.close());
afterEach(() => libre.reset());

it('opens the configured engines, and reports an unavailable server as long as it is unavailable', async () => {
  const nowhere = await addressOfNothing();
  libre.failAlways({ status: 503, body: { error: 'Loading models' } });
  const engines = await openEngines(
    parseConfig({
      ...LOCAL,
      TRANSCRIBE_URL: nowhere,
      SPEECH_URL: nowhere,
      LIBRETRANSLATE_URL: libre.url,
      CHAT_URL: nowhere,
      CHAT_MODEL: 'names-1',
    }),
  );
  expect(nameOf(engines.transcribers[0] ?? null)).toMatch(/^openai-transcription@2-whisper-1-/);
  expect(engines.voices?.offered[0]?.version).toMatch(/^openai-speech@1-tts-1-onyx-nova-/);
  expect(nameOf(engines.translator)).toMatch(/^libretranslate@1-/);
  expect(nameOf(engines.titles)).toMatch(/^openai-chat@2-names-1-/);
  const away = [
    expect.stringContaining('The transcription server cannot be reached'),
    expect.stringContaining('The speech server cannot be reached'),
  ];
  const loading = 'LibreTranslate is failing (503, "Loading models").';
  expect(engines.problems).toEqual([...away, loading]);
  await engines.recheck();
  expect(engines.problems).toEqual([...away, loading]);
  libre.reset();
  await engines.recheck();
  expect(engines.problems).toEqual(away);
});

itInFullTier('does not check a server again that had no problem', async () => {
  const engines = await openEngines(parseConfig({ ...LOCAL, LIBRETRANSLATE_URL: libre.url }));
  const requestCount = libre.received.length;
  await engines.recheck();
  expect(engines.translator?.id).toBe('libretranslate');
  expect(libre.received).toHaveLength(requestCount);
});
