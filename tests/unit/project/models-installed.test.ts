import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installedModel } from '#core/models/installed.ts';
import { EXTRA_MODELS, MODEL_IDS, MODEL_SETS, MODELS } from '#core/models/manifest.ts';
import { type Model, modelSchema } from '#core/models/model.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const file = (path: string, text: string, pinned = true): Model['files'][number] => ({
  path,
  bytes: pinned ? Buffer.byteLength(text) : null,
  sha256: pinned ? sha256(text) : null,
  sources: ['https://example.com/file'],
});

const ownManifest = (files: Model['files']) =>
  writeFile(
    join(dir, 'manifest.json'),
    JSON.stringify({ 'parakeet-en': { ...MODELS['parakeet-en'], files } }),
  );

async function copyThere(files: Record<string, string>) {
  await mkdir(join(dir, 'parakeet-en'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, 'parakeet-en', name), text);
}

describe('the manifest', () => {
  test.each(Object.entries(MODELS))('%s is well formed', (_id, model) => {
    expect(modelSchema.parse(model)).toEqual(model);
    for (const { unpack, unpackedBytes } of model.files) expect(unpackedBytes !== undefined).toBe(!!unpack);
  });

  test('has each model in a set or among the extras', () => {
    expect([...new Set([...Object.values(MODEL_SETS).flat(), ...EXTRA_MODELS])].toSorted()).toEqual(
      MODEL_IDS.toSorted(),
    );
  });
});

describe('a model', () => {
  test('is installed if its files match the manifest, whoever copied them', async () => {
    await ownManifest([file('model.int8.onnx', 'weights'), file('tokens.txt', 'a b', false)]);
    expect(await installedModel(dir, 'parakeet-en')).toBeNull();
    await copyThere({ 'model.int8.onnx': 'weights', 'tokens.txt': 'a b' });
    expect(await installedModel(dir, 'parakeet-en')).toEqual({
      dir: join(dir, 'parakeet-en'),
      hash: sha256(`model.int8.onnx ${sha256('weights')}\ntokens.txt ${sha256('a b')}\n`).slice(0, 12),
    });
  });

  test('is not installed if a file is missing, or has another size or other contents', async () => {
    await ownManifest([file('model.int8.onnx', 'weights'), file('tokens.txt', 'a b')]);
    await copyThere({ 'model.int8.onnx': 'weights' });
    expect(await installedModel(dir, 'parakeet-en')).toBeNull();
    await copyThere({ 'tokens.txt': 'a b c' });
    expect(await installedModel(dir, 'parakeet-en')).toBeNull();
    await copyThere({ 'tokens.txt': 'a c' });
    expect(await installedModel(dir, 'parakeet-en')).toBeNull();
    await copyThere({ 'tokens.txt': 'a b' });
    expect(await installedModel(dir, 'parakeet-en')).not.toBeNull();
  });

  test('is hashed again if a file changed after its verification, and then has another hash', async () => {
    await ownManifest([file('model.int8.onnx', 'weights', false)]);
    await copyThere({ 'model.int8.onnx': 'weights' });
    const before = await installedModel(dir, 'parakeet-en');
    await copyThere({ 'model.int8.onnx': 'Weights' });
    await utimes(join(dir, 'parakeet-en', 'model.int8.onnx'), 1, 1);
    const after = await installedModel(dir, 'parakeet-en');
    expect(after?.hash).toMatch(/^[\da-f]{12}$/);
    expect(after?.hash).not.toBe(before?.hash);
  });

  test('is no longer installed if the manifest pins other files', async () => {
    await ownManifest([file('model.int8.onnx', 'weights')]);
    await copyThere({ 'model.int8.onnx': 'weights' });
    expect(await installedModel(dir, 'parakeet-en')).not.toBeNull();
    await ownManifest([file('model.int8.onnx', 'WEIGHTS')]);
    expect(await installedModel(dir, 'parakeet-en')).toBeNull();
  });

  test("is rejected in one sentence if the folder's own manifest is invalid", async () => {
    await writeFile(join(dir, 'manifest.json'), '{');
    await expect(installedModel(dir, 'parakeet-en')).rejects.toThrow('manifest.json is not JSON.');
    await ownManifest([{ ...file('model.int8.onnx', ''), path: '../outside' }]);
    await expect(installedModel(dir, 'parakeet-en')).rejects.toThrow(
      /manifest\.json is invalid at parakeet-en\.files\.0\.path: must be a plain path below the model\./,
    );
  });
});
