// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secrets of this data folder, made once. `id` names the folder for state that must be elsewhere.
 * @param {string} dataDir
 * @returns {{ id: string, secret: string, postgresPassword: string, redisPassword: string }}
 */
export function loadSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = {
    id: randomBytes(8).toString('hex'),
    secret: randomBytes(32).toString('hex'),
    postgresPassword: randomBytes(24).toString('hex'),
    redisPassword: randomBytes(24).toString('hex'),
  };
  // Renamed into place: a half-written file would lock the data away.
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}
