import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBackend } from '#core/backend.ts';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openS3Objects } from '#core/storage/s3/s3-objects.ts';
import { runOps } from '../../../ops/run-ops.ts';
import { makeArtifact } from '../../helpers/data/full-account.ts';
import { createUser } from '../../helpers/data/user.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const s3 = await startS3();
const environment = await testEnvironment(s3.environment('one'));
const other = await testEnvironment({
  DATABASE_URL: await createDatabase({ migrated: false }),
  ...s3.environment('two'),
});
const backend = await openBackend(parseConfig(environment), createLogger('silent', 'test'));
afterAll(() => backend.close());
const scratch = await mkdtemp(join(tmpdir(), 'cutroom-bucket-backup-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function ops(args: string[], env: Record<string, string>) {
  const lines: string[] = [];
  const code = await runOps(args, env, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

itInFullTier('backs up a bucket into a folder, and restores it only into an empty bucket', async () => {
  const user = await createUser(backend);
  const { key, file } = await makeArtifact(backend, user.id);
  const content = await readFile(file);
  const [{ objectKey }] = (await backend.db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
    .then(({ files }) => files)) as [{ objectKey: string }];

  const folder = join(scratch, 'backup');
  expect(await ops(['backup', folder], environment)).toMatchObject({
    code: 0,
    text: expect.stringContaining('1 files'),
  });
  expect(await readFile(join(folder, 'objects', objectKey))).toEqual(content);
  expect(await ops(['restore', folder], other)).toMatchObject({ code: 0 });
  const restored = await openS3Objects(s3.config({ prefix: 'two' }));
  const copy = join(scratch, 'copy');
  await restored.copyOut(objectKey, copy);
  expect(await readFile(copy)).toEqual(content);
  expect(await readFile(join(folder, 'objects', objectKey))).toEqual(content);
  expect(await ops(['restore', folder], other)).toMatchObject({
    code: 2,
    text: expect.stringContaining('is not empty'),
  });
});

it('reports files that are missing in a bucket', async () => {
  const user = await createUser(backend);
  const { key } = await makeArtifact(backend, user.id);
  const files = await backend.db.selectFrom('artifacts').select('files').where('key', '=', key).execute();
  const [{ objectKey }] = files[0]!.files as [{ objectKey: string }];
  await backend.storage.remove(objectKey);
  const report = await ops(['gc'], environment);
  expect(report).toMatchObject({ code: 1, text: expect.stringContaining(`refers to it: ${objectKey}`) });
});
