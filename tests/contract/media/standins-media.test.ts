import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMedia } from '../../../standins/media/media.ts';

const PUBLIC_URL = 'http://studio.test:3000';
const CONTENT = randomBytes(1000);

const root = await mkdtemp(join(tmpdir(), 'cutroom-standins-'));
await writeFile(join(root, 'tides.mp4'), CONTENT);
await writeFile(join(root, 'tides.json'), JSON.stringify({ title: 'Tides & <moons>' }));
await writeFile(join(root, 'secret.txt'), 'not for anybody');
const media = createMedia(PUBLIC_URL, root);
const server = createServer((request, response) => void media.handle(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}/standins/media${path}`, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('the stand-in for sites of files', () => {
  it('sends a whole file, with its length, type and version', async () => {
    const whole = await ask('/tides.mp4');
    expect((await bytesOf(whole)).equals(CONTENT)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^".+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    });
    const head = await ask('/tides.mp4', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([
      200,
      '1000',
      0,
    ]);
  });

  it.each([
    ['bytes=900-', 900, 1000],
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=990-2000', 990, 1000],
  ])('sends the part %s', async (range, from, to) => {
    const part = await ask('/tides.mp4', { range });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/1000`]);
    expect((await bytesOf(part)).equals(CONTENT.subarray(from, to))).toBe(true);
  });

  it('sends everything if the part would be of another version, and nothing past the end', async () => {
    const range = 'bytes=900-';
    expect((await ask('/tides.mp4', { range, 'if-range': '"another"' })).status).toBe(200);
    const etag = (await ask('/tides.mp4')).headers.get('etag')!;
    expect((await ask('/tides.mp4', { range, 'if-range': etag })).status).toBe(206);
    expect((await ask('/tides.mp4', { range: 'bytes=1000-' })).status).toBe(416);
  });

  it('lists the links that can be added', async () => {
    const page = await (await ask('/')).text();
    expect(page).toContain(`href="${PUBLIC_URL}/standins/media/tides.mp4"`);
    expect(page).toContain('Tides &amp; &lt;moons&gt;');
  });

  it.each(['/none.mp4', '/secret.txt', '/..%2fsecret.txt', '/%2e%2e/tides.json', '/tides.json', '/a/b'])(
    'has nothing at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it('accepts no uploads', async () => {
    expect((await ask('/tides.mp4', {}, 'DELETE')).status).toBe(405);
  });
});
