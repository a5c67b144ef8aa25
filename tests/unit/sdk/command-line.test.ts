import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exitCodeOf, UsageError } from '../../../client-sdk/cli/common/exit-codes.mjs';
import { fileNameOf } from '../../../client-sdk/cli/common/file-name.mjs';
import { readSettings, settingsPath, writeSettings } from '../../../client-sdk/cli/common/settings.mjs';
import { CutroomError, RunError, type Run } from '../../../client-sdk/index.mjs';
import { runCommand } from '../../helpers/client/run-command.ts';

describe('the command line', () => {
  it('lists its commands and its exit codes', async () => {
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    const names = [
      'login',
      'search',
      'process',
      'projects',
      'edit',
      'generate',
      'watch',
      'download',
      'export',
      'usage',
    ];
    expect(stdout.match(/^ {2}(\w+)/gm)?.map((name) => name.trim())).toEqual(names);
    expect(stdout).toContain('130 interrupted');
  });

  it('describes the options of a command', async () => {
    const { code, stdout } = await runCommand(['generate', '--help']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Usage: cutroom generate PROJECT']);
    expect(stdout).toMatch(/--quality SIZE +720p, 1080p or 4k/);
  });

  it.each([
    [[], ''],
    [['fly'], "There is no command 'fly'"],
    [['constructor'], "There is no command 'constructor'"],
    [['generate'], 'Usage: cutroom generate PROJECT'],
    [['watch', 'a', 'b'], 'Usage: cutroom watch RUN|PROJECT'],
    [['usage', '--no-such'], "Unknown option '--no-such'"],
    [['search', 'x', '--page', 'two'], '--page needs a number'],
    [['process', 'x'], '--title is required'],
    [['process', 'x', '--title', 'T', '--output', 'f.mp4'], '--output needs --film'],
    [['edit', 'x'], 'Name an edit'],
    [['edit', 'x', '--text', 'T'], 'Name the section by --section'],
    [['edit', 'x', '--order', ','], 'Edit 1 has none of the forms'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stderr } = await runCommand(args, { CUTROOM_API_KEY: 'ck_x' });
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });

  it('names the way to sign in without a key, also as JSON', async () => {
    const { code, stdout, stderr } = await runCommand(['usage', '--json']);
    const message = 'There is no API key for http://localhost:3000. Run: cutroom login';
    expect([code, stderr]).toEqual([2, `cutroom: ${message}\n`]);
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'usage', message } });
  });

  it.each(['ftp://example.com', 'not an address', 'http://name:secret@example.com'])(
    'refuses %j as an address',
    async (url) => {
      const { code, stderr } = await runCommand(['usage'], { CUTROOM_URL: url, CUTROOM_API_KEY: 'ck_x' });
      expect(code).toBe(2);
      expect(stderr).toContain('is not the address of an installation.');
    },
  );
});

const failure = (status: number | null, code = 'x') => new CutroomError('No.', { status, code });

// product 29.6
it.each([
  [new RunError({ status: 'failed', message: '' } as Run), 1],
  [failure(404), 1],
  [failure(409), 1],
  [failure(422), 1],
  [failure(500), 1],
  [failure(null, 'file_exists'), 1],
  [new Error('The disk is full.'), 1],
  [new UsageError('No.'), 2],
  [failure(400), 2],
  [failure(401), 3],
  [failure(402), 3],
  [failure(403), 3],
  [failure(null, 'unreachable'), 4],
  [failure(429), 4],
  [failure(503), 4],
])('%o ends with exit code %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});

it.each([
  ['A river: north/south', 'A river north south.mp4'],
  ['../../etc/passwd', 'etc passwd.mp4'],
  ['..', 'film.mp4'],
  ['\u001B[2J', '[2J.mp4'],
  ['con', '_con.mp4'],
  ['LPT1.old', '_LPT1.old.mp4'],
  ['Ends with a dot. ', 'Ends with a dot.mp4'],
  ['', 'film.mp4'],
])('the title %j is saved as %s', (title, name) => {
  expect(fileNameOf(title, '.mp4')).toBe(name);
});

it('a long title is a name that every file system accepts', () => {
  expect(Buffer.byteLength(fileNameOf('नदी'.repeat(100), '.mp4'))).toBeLessThanOrEqual(204);
});

describe('the settings file', () => {
  async function emptyHome() {
    const home = await mkdtemp(join(tmpdir(), 'cutroom-cli-'));
    onTestFinished(() => rm(home, { recursive: true }));
    return { env: {} as Record<string, string>, platform: 'linux' as NodeJS.Platform, home };
  }
  const stored = { url: 'https://films.example.com', apiKey: 'ck_stored' };

  // product 29.9
  it('is readable only by its user, and is refused otherwise', async () => {
    const place = await emptyHome();
    const path = await writeSettings(place, stored);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readSettings(place)).toEqual(stored);
    const open = join(place.home, 'open');
    await writeFile(open, await readFile(path), { mode: 0o644 });
    await rm(path);
    await writeFile(path, await readFile(open), { mode: 0o644 });
    await expect(readSettings(place)).rejects.toThrow(/^Other users can read .*chmod 600/);
  });

  // product 29.9
  it('sends the stored key only to its server, and prefers the key of the environment', async () => {
    const place = await emptyHome();
    await writeSettings(place, stored);
    place.env['CUTROOM_URL'] = 'https://elsewhere.example.com';
    expect(await readSettings(place)).toEqual({ url: 'https://elsewhere.example.com', apiKey: undefined });
    place.env['CUTROOM_URL'] = 'https://films.example.com/';
    expect((await readSettings(place)).apiKey).toBe('ck_stored');
    place.env['CUTROOM_API_KEY'] = 'ck_own';
    expect((await readSettings(place)).apiKey).toBe('ck_own');
  });

  it('is in the folder that the operating system has for settings', () => {
    const env = { APPDATA: String.raw`C:\Users\Ada\AppData\Roaming`, XDG_CONFIG_HOME: '/home/ada/.settings' };
    expect(settingsPath({ env, platform: 'win32', home: '' })).toBe(
      String.raw`C:\Users\Ada\AppData\Roaming\cutroom\cli.json`,
    );
    expect(settingsPath({ env, platform: 'linux', home: '' })).toBe('/home/ada/.settings/cutroom/cli.json');
    expect(settingsPath({ env: {}, platform: 'darwin', home: '/Users/ada' })).toBe(
      '/Users/ada/.config/cutroom/cli.json',
    );
  });

  it('is reported if it is not one', async () => {
    const place = await emptyHome();
    const path = await writeSettings(place, stored);
    await writeFile(path, '[]', { mode: 0o600 });
    await expect(readSettings(place)).rejects.toThrow('is not a settings file');
  });
});
