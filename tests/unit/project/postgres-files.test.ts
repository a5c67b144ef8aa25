import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyForEveryone } from '../../../bin/lib/postgres-files.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutroom-postgres-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a package as npm installs it under the umask 077. */
function makePrivatePackage(): string {
  const root = join(folder, 'native');
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin', 'postgres'), 'a program');
  writeFileSync(join(root, 'timezone'), 'data');
  symlinkSync('timezone', join(root, 'link'));
  chmodSync(join(root, 'timezone'), 0o600);
  for (const path of ['bin/postgres', 'bin', '.']) chmodSync(join(root, path), 0o700);
  return root;
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('copyForEveryone', () => {
  it('lets all users read the copy of a private package', () => {
    const copy = join(folder, 'copy');
    copyForEveryone(makePrivatePackage(), copy);
    const paths = ['.', 'bin', 'bin/postgres', 'timezone', 'link'];
    expect(paths.map((path) => modeOf(join(copy, path)))).toEqual(['755', '755', '755', '644', '644']);
  });

  it('keeps the copy that another process made first', () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    writeFileSync(join(copy, 'first'), '');
    copyForEveryone(makePrivatePackage(), copy);
    expect(readdirSync(copy)).toEqual(['first']);
    expect(readdirSync(folder)).toEqual(['copy', 'native']);
  });
});
