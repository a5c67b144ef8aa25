// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loads the secrets of this data folder; creates them the first time. `id` identifies the folder where its
 * state must be stored elsewhere.
 * @param {string} dataDir
 * @returns {{ id: string, secret: string, postgresPassword: string, redisPassword: string }}
 */
export function loadSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const created = {
    id: randomBytes(8).toString('hex'),
    secret: randomBytes(32).toString('hex'),
    postgresPassword: randomBytes(24).toString('hex'),
    redisPassword: randomBytes(24).toString('hex'),
  };
  // Renames the complete file into place: data would be inaccessible with half-written secrets.
  writeFileSync(`${file}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return created;
}
