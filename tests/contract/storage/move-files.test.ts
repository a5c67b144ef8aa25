import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openS3Objects } from '#core/storage/s3/s3-objects.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { runOps } from '../../../ops/run-ops.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const s3 = await startS3();
afterEach(() => s3.heal());
const objects = await openS3Objects(s3.config({ prefix: 'moved' }));

async function moveFiles(environment: Record<string, string>, ...options: string[]) {
  const lines: string[] = [];
  const code = await runOps(['move-files', ...options], environment, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

async function makeInstallation() {
  const environment = { ...(await testEnvironment()), ...s3.environment('moved') };
  const pathOf = (name: string) => join(environment['DATA_DIR']!, 'objects', 'uploads', name);
  await mkdir(pathOf('.'), { recursive: true });
  const names = Array.from({ length: 9 }, (_, index) => `${index}.bin`);
  for (const name of names) await writeFile(pathOf(name), name.repeat(100));
  return { environment, names, pathOf };
}

const storedPuts = () =>
  s3.requests.filter(({ method, status }) => method === 'PUT' && status === 200).length;

it('moves the files of a folder to a bucket, and continues after an interruption', async () => {
  const { environment, names, pathOf } = await makeInstallation();
  const before = storedPuts();
  let started = 0;
  s3.fail(
    { status: 403, code: 'AccessDenied' },
    { times: 99, when: ({ method }) => method === 'PUT' && (started += 1) > 4 },
  );
  const broken = await moveFiles(environment);
  expect(broken).toMatchObject({ code: 1, text: expect.stringContaining('refuses requests') });
  const copied = storedPuts() - before;
  expect(copied).toBeLessThan(names.length);
  s3.heal();

  expect(await moveFiles(environment)).toMatchObject({ code: 0, text: expect.stringContaining('files') });
  // What had arrived was not sent again.
  expect(storedPuts() - before).toBe(names.length);
  for (const name of names) {
    expect(await objects.find(`uploads/${name}`)).toMatchObject({ bytes: name.length * 100 });
    expect(existsSync(pathOf(name))).toBe(true);
  }
  expect((await moveFiles(environment, '--remove')).text).toContain('9 were there already');
  expect(names.some((name) => existsSync(pathOf(name)))).toBe(false);
});

itInFullTier('refuses to move files without a bucket', async () => {
  const { code, text } = await moveFiles(await testEnvironment());
  expect([code, text]).toEqual([2, 'Set OBJECTS to the bucket first.']);
});
