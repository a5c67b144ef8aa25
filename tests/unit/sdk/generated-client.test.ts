import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CLIENT, generateFiles } from '../../helpers/client/generate-client.ts';

const files = Object.entries(await generateFiles());

// product 29.1
it.each(files)('the tracked %s is what `npm run sdk` writes', async (name, text) => {
  const tracked = await readFile(new URL(name, CLIENT), 'utf8');
  // A comparison of half a megabyte would be the message.
  expect(tracked === text).toBe(true);
});

it('the client knows which calls accept an Idempotency-Key, and no call that refuses API keys', () => {
  const [types, paths] = files.map(([, text]) => text) as [string, string];
  expect(paths).toContain("'/api/projects/process',");
  expect(types).toContain('"/api/projects/process": {');
  expect(types).not.toContain('"/api/user/credits": {');
});
