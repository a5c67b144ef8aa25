import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkStart } from '../../../ops/containers/check-start.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutroom-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const local = () => ({
  DATABASE_URL: 'postgres://cutroom:cutroom-local@postgres:5432/cutroom',
  REDIS_URL: 'redis://:cutroom-local@redis:6379',
  SECRET: 'only-for-local-use-not-a-secret-at-all',
  DATA_DIR: folder,
  MODELS_DIR: folder,
});
const production = () => ({
  ...local(),
  CUTROOM_MODE: 'production',
  PUBLIC_URL: 'https://cutroom.example',
  DATABASE_URL: 'postgres://cutroom:its-own-password@postgres:5432/cutroom',
  REDIS_URL: 'redis://:its-own-password@redis:6379',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
});

/** Starts a server that answers every request, and returns its URL. */
async function startStandins(): Promise<string> {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the check before containers start', () => {
  it('accepts a complete production without stand-ins', async () => {
    expect(await checkStart({ ...production(), STANDINS_URL: 'http://127.0.0.1:1' }, 0)).toBeNull();
  });

  it.each([
    [{ SECRET: 'only-for-local-use-not-a-secret-at-all' }, 'needs a SECRET of its own'],
    [{ DATABASE_URL: local().DATABASE_URL }, 'needs a POSTGRES_PASSWORD and a REDIS_PASSWORD of its own'],
    [{ REDIS_URL: local().REDIS_URL }, 'needs a POSTGRES_PASSWORD and a REDIS_PASSWORD of its own'],
    [{ PUBLIC_URL: 'http://cutroom.example' }, 'needs a PUBLIC_URL that begins with https:'],
    [{ GOOGLE_CLIENT_ID: '' }, 'needs a sign-in: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or'],
  ])('refuses production with %j', async (changes, words) => {
    expect(await checkStart({ ...production(), ...changes }, 0)).toContain(words);
  });

  it('names a folder that is missing or not writable', async () => {
    const missing = join(folder, 'missing');
    expect(await checkStart({ ...production(), MODELS_DIR: missing }, 0)).toMatch(
      /missing is not writable for the user \d+.*MODELS_DIR/,
    );
  });

  it('requires the stand-ins in local mode, and names the profile', async () => {
    const away = await checkStart({ ...local(), STANDINS_URL: 'http://127.0.0.1:1' }, 0);
    expect(away).toContain('docker compose --profile local up');
    expect(await checkStart({ ...local(), STANDINS_URL: await startStandins() }, 0)).toBeNull();
  });
});
