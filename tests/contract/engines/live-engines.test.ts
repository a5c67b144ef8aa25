import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openLiveEngines } from '../../../worker/engine-set/live-engines.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { writeCtcModel } from '../../helpers/models/ctc.ts';
import { installMade } from '../../helpers/models/install.ts';
import { writeSpeakerModel } from '../../helpers/models/speakers.ts';
import { installTranslations } from '../../helpers/models/install-translations.ts';
import { hasEspeakData, installVoices } from '../../helpers/models/voices.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

async function translations(): Promise<string> {
  const modelsDir = await installTranslations(['enhi']);
  atEnd(() => rm(modelsDir, { recursive: true, force: true }));
  return modelsDir;
}

// product 10.8
it('uses a model that is installed while it runs, without a connection', async () => {
  const modelsDir = await translations();
  const [there, aside] = ['bergamot-enhi', 'aside'].map((name) => join(modelsDir, name)) as [string, string];
  await rename(there, aside);
  const config = parseConfig(await testEnvironment({ MODELS_DIR: modelsDir }));
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  const engines = await openLiveEngines(config, createLogger('silent', 'test'));
  const before = engines.now();
  expect(before.translator).toBeNull();
  await engines.refresh();
  // Nothing changed, so the worker does not replace its engines.
  expect(engines.now()).toBe(before);

  await rename(aside, there);
  await engines.refresh();
  const { translator } = engines.now();
  expect(translator?.directions).toEqual(['en-hi']);
  // An active step keeps the engines that it started with.
  expect(before.translator).toBeNull();
  const version = translator!.version;
  expect(await translator!.translate({ texts: ['The river'], from: 'en', to: 'hi' })).toEqual(['वह नदी']);

  await rename(there, aside);
  await engines.refresh();
  expect(engines.now().translator).toBeNull();
  expect(version).toMatch(/[\da-f]{12}/);
  expect(connect).not.toHaveBeenCalled();
});

const isolated = ['unshare', '-rn'];
const tried = spawnSync(isolated[0]!, [...isolated.slice(1), 'true'], { encoding: 'utf8' });

itInFullTier(
  'transcribes, translates and speaks with models without a network, and makes no requests',
  async ({ skip }) => {
    skip(tried.status !== 0, `No network can be taken away here: ${tried.stderr}`);
    skip(!hasEspeakData, 'The data of espeak-ng is missing.');
    const modelsDir = await translations();
    const manifest = join(modelsDir, 'manifest.json');
    const own = JSON.parse(await readFile(manifest, 'utf8')) as object;
    await installVoices(modelsDir);
    await writeFile(
      manifest,
      JSON.stringify({ ...own, ...(JSON.parse(await readFile(manifest, 'utf8')) as object) }),
    );
    await installMade(modelsDir, 'parakeet-en', async (dir) => {
      await writeCtcModel(dir);
    });
    await installMade(modelsDir, 'campplus', writeSpeakerModel);
    const child = spawn(
      isolated[0]!,
      [
        ...isolated.slice(1),
        process.execPath,
        '--import',
        'tsx',
        'tests/helpers/models/offline-engines.ts',
        modelsDir,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(code).toBe(0);
    const { connections, translated, spoken, unheard, transcribers, speakers } = JSON.parse(output) as {
      connections: unknown[];
      translated: string[];
      spoken: object;
      unheard: (string | null)[];
      transcribers: string[];
      speakers?: string;
    };
    expect(connections).toEqual([]);
    expect(translated).toEqual(['वह नदी है पुराना।']);
    expect(spoken).toEqual({
      'en: supertonic-3': expect.any(Number),
      'hi: supertonic-3': expect.any(Number),
      'bn: piper-bn': expect.any(Number),
    });
    expect(transcribers[0]).toMatch(/parakeet/);
    expect(unheard[0]).toBeNull();
    expect(speakers).toBe('campplus');
  },
);
