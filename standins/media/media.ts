import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Mount } from '../mount.ts';
import { escapeHtml } from '../pages.ts';
import { createFaults } from '../videos/faults.ts';
import { sendFile } from './ranges.ts';

const PREFIX = '/standins/media';
const TYPES: Record<string, string> = { mp4: 'video/mp4', jpg: 'image/jpeg' };
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

/**
 * Stands in for sites with video files: serves the sample videos, each at a link that can be added to a
 * project.
 * @param publicUrl the product's URL in browsers; the files are under it
 * @param folder of the sample library
 */
export function createMedia(publicUrl: string, folder: string): Mount {
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: {} },
    quota: { status: 403, body: {} },
    rate: { status: 429, headers: { 'retry-after': '2' }, body: {} },
    error: { status: 500, body: {} },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const [path = ''] = (request.url ?? '').slice(PREFIX.length).split('?');
    const [, name, extension = ''] = /^\/([\w-]+\.(mp4|jpg))$/.exec(path) ?? [];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (name) {
      const file = { path: join(folder, name), type: TYPES[extension]! };
      await sendFile(request, response, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
      });
    } else if (path === '' || path === '/') {
      response.writeHead(200, HEADERS).end(listPage(publicUrl, await listVideos(folder)));
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.');
    }
  }
  return { prefix: PREFIX, handle };
}

interface Listed {
  name: string;
  title: string;
}

/** Returns the sample videos, or none before the library has been made. */
async function listVideos(folder: string): Promise<Listed[]> {
  const names = await readdir(folder).catch(() => []);
  const videos = names.filter((name) => /^[\w-]+\.mp4$/.test(name)).toSorted();
  return Promise.all(
    videos.map(async (name) => {
      const sidecar = await readFile(join(folder, name.replace(/mp4$/, 'json')), 'utf8').catch(() => '{}');
      const { title } = JSON.parse(sidecar) as { title?: string };
      return { name, title: title ?? name };
    }),
  );
}

function listPage(publicUrl: string, videos: Listed[]): string {
  const items = videos.map(({ name, title }) => {
    const link = escapeHtml(`${publicUrl}${PREFIX}/${name}`);
    return `<li>${escapeHtml(title)}<br><a href="${link}">${link}</a></li>`;
  });
  const none = '<p>Preparing sample videos. Check again in a minute.</p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Videos to add by their link</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:45rem;padding:0 1rem}li{margin:0 0 .75rem}a{overflow-wrap:anywhere}</style>
<h1>Videos to add by their link</h1>
<p>This page stands in for a site elsewhere. Copy a link and add it with 'Add YouTube video link'.</p>
${items.length > 0 ? `<ul>${items.join('\n')}</ul>` : none}`;
}
