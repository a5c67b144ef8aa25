import { expect, it } from 'vitest';
import { passwordPage } from '../../../server/services/watch/watch-page.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const app = await openTestApp(await openTestBackend());
const TRUETYPE = 0x10000;

// product 20.12
it('cover Bengali and Hindi, and are loaded only if such letters are shown', async () => {
  const faces = [...passwordPage('/', null).matchAll(/url\((\/media\/[^)]+)\).* unicode-range: U\+09/g)];
  expect(faces).toHaveLength(4);
  for (const [, url] of faces) {
    const { statusCode, headers, rawPayload } = await app.inject({ url: url! });
    expect([statusCode, headers['content-type']]).toEqual([200, 'font/ttf']);
    expect(rawPayload.readUInt32BE()).toBe(TRUETYPE);
  }
  expect((await app.inject({ url: '/media/watch-fonts/toString.ttf' })).statusCode).toBe(404);
});
