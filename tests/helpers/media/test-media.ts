import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = () => process.env['TEST_MEDIA'] ?? '';

/** Whether this run has media from outside the repository. Tests that need them are skipped otherwise. */
export const hasTestMedia = (): boolean => folder() !== '';

/**
 * Returns the absolute path of a file in the folder that TEST_MEDIA names, such as `media/talk.mp4`. The files are
 * read-only: write results elsewhere.
 * @throws {Error} if TEST_MEDIA is unset or the folder has no such file
 */
export function testMedia(name: string): string {
  if (!hasTestMedia()) {
    throw new Error(
      `TEST_MEDIA is not set. Set it to the folder that contains ${name}: see tests/README.md.`,
    );
  }
  const path = resolve(folder(), name);
  if (!existsSync(path)) {
    throw new Error(`${path} does not exist. TEST_MEDIA must name a folder that contains ${name}.`);
  }
  return path;
}
