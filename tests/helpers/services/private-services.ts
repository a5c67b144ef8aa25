import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReachableByNobody, isRoot } from '../../../bin/lib/nobody.mjs';
import { startPostgres } from '../../../bin/lib/postgres.mjs';
import { startRedis } from '../../../bin/lib/redis.mjs';

const PASSWORD = 'for-tests-alone';

/** A new folder that PostgreSQL's user may pass through; the caller removes it. */
export function makeTempFolder(): string {
  // The user nobody may be unable to reach root's own folder for temporary files.
  const parent = isRoot() && !isReachableByNobody(tmpdir()) ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(parent, 'cutroom-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * The test's own PostgreSQL, for what would break the shared one. Stop it with 'SIGINT'; the same folder and port give
 * the same server again.
 */
export const startPrivatePostgres = (folder: string, port?: number) =>
  startPostgres({
    home: folder,
    password: PASSWORD,
    logFile: join(folder, 'postgres.log'),
    port,
    throwaway: true,
  });

/** The test's own Redis, with append-only data in the folder. */
export const startPrivateRedis = (folder: string, port?: number) =>
  startRedis({
    folder: join(folder, 'redis'),
    password: PASSWORD,
    logFile: join(folder, 'redis.log'),
    port,
  });
