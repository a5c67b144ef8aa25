import { expect, test } from 'vitest';
import { itInFullTier } from '../../helpers/tier.ts';
import { startInNewFolders } from '../../helpers/processes/cutroom-process.ts';

const { start, url, statusOf, killAll, query } = startInNewFolders();

itInFullTier(
  'a second start on the same folder leaves the first one running, whose data survive kill -9',
  async () => {
    const first = start();
    await first.printed('\nready\n');
    const second = start();
    expect(await second.exitCode()).toBe(0);
    expect(second.output().trim()).toBe(`Cutroom is already running: ${url()}`);
    expect(await statusOf('/healthz')).toBe(200);
    await query('CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
    killAll();
    await first.exitCode();

    const third = start();
    await third.printed('\nready\n');
    expect(await query('SELECT n FROM kept')).toEqual([{ n: 7 }]);
    third.process.kill('SIGTERM');
    expect(await third.exitCode()).toBe(0);
  },
);

test('a start right after kill -9 of another one becomes ready at the same address', async () => {
  const first = start();
  await first.printed('\nready\n');
  first.process.kill('SIGKILL');
  await first.exitCode();
  const second = start();
  await second.printed('\nready\n');
  expect(second.output()).toContain(url());
  second.process.kill('SIGTERM');
  expect(await second.exitCode()).toBe(0);
});
