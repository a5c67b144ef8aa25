import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReachableByNobody, isRoot } from '../../../bin/lib/nobody.mjs';
import { startPostgres } from '../../../bin/lib/postgres.mjs';
import { startRedis } from '../../../bin/lib/redis.mjs';

const PASSWORD = 'for-tests-alone';

/** Creates a folder that PostgreSQL's user may enter. The caller removes it. */
export function makeTempFolder(): string {
  // The user `nobody` may not be able to enter root's own folder for temporary files.
  const parent = isRoot() && !isReachableByNobody(tmpdir()) ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(parent, 'cutroom-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Starts the test's own PostgreSQL, for tests that would break the shared one. Stop it with 'SIGINT'. The
 * same folder and port give the same server again.
 */
export const startPrivatePostgres = (folder: string, port?: number) =>
  startPostgres({
    home: folder,
    password: PASSWORD,
    logFile: join(folder, 'postgres.log'),
    port,
    throwaway: true,
  });

/** Starts the test's own Redis, with append-only data in the folder. */
export const startPrivateRedis = (folder: string, port?: number) =>
  startRedis({
    folder: join(folder, 'redis'),
    password: PASSWORD,
    logFile: join(folder, 'redis.log'),
    port,
  });
