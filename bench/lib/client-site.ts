import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AppConfig } from '#contract/app-config.ts';
import type { Credits } from '#contract/credits.ts';
import type { Project } from '#contract/projects.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { DEFAULT_SETTINGS, type User } from '#contract/users.ts';
import type { Video } from '#contract/videos.ts';

/** A search for this query finds this many videos; any other finds ten. */
export const EVERYTHING = { query: 'everything', count: 10_000 };
/** The number of words in the text of each section. */
export const WORDS = 48;
export const PROJECT = { id: '00000000-0000-4000-8000-000000000001', sections: 1000 };

const NOW = new Date(0).toISOString();
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const user: User = {
  id: '00000000-0000-4000-8000-000000000002',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  profileImageUrl: null,
  createdAt: NOW,
  youtubeChannelName: null,
  youtubeAllowsCaptions: false,
  settings: DEFAULT_SETTINGS,
};
const credits: Credits = { totalCredits: 12, availablePacks: [], allPacks: [], failedPurchases: [] };
const config: AppConfig = {
  mode: 'production',
  sources: [{ id: 'library', name: 'Library', available: true, standIn: false }],
  topics: [],
  languages: [{ code: 'en', name: 'English' }],
  qualities: ['720p', '1080p', '4k'],
  engines: { transcriber: 'none', voice: 'none', translator: 'none', titles: 'none' },
  payment: null,
  standIns: [],
  warnings: [],
  welcomeCredits: 3,
  footer: { terms: null, privacy: null, contact: null },
  links: { pages: null, runtime: null, examples: null },
  channel: { available: true, standIn: false },
  signIn: { providers: [{ id: 'google', name: 'Google' }], email: false },
  limits: { maxVideos: 20, maxTotalSeconds: 14_400, channelUploadBytes: 2 ** 31, footageBytes: 2 ** 31 },
};
const video = (index: number): Video => ({
  id: `library_${index}`,
  title: `Video ${index}, about the river and the towns on its banks`,
  description: 'A day on the river with its boats, its bridges and its birds.',
  thumbnail: '/placeholder.svg',
  duration: 60 + index,
  source: 'library',
  sourceId: String(index),
  views: 'Unknown',
  channel: 'Rivers',
  createdAt: null,
  userId: null,
});
const videos = (count: number): Video[] => Array.from({ length: count }, (_, index) => video(index + 1));

const PEAKS = '/media/peaks.json';
const PEAKS_PER_SECOND = 20;
/** Of the video of all sections, in seconds. */
const LENGTH = PROJECT.sections * 5;
/** Stills and a waveform, as of a scanned video whose proxy is not made yet. */
const PREVIEW: Project['sections'][number]['preview'] = {
  videoUrl: null,
  thumbnailUrl: '/placeholder.svg',
  peaksUrl: PEAKS,
  peaksPerSecond: PEAKS_PER_SECOND,
  storyboard: { url: '/placeholder.svg', columns: 10, rows: 10, intervalSeconds: LENGTH / 100 },
  duration: LENGTH,
};
const peaks = (): number[] =>
  Array.from({ length: LENGTH * PEAKS_PER_SECOND }, (_, index) => Math.round(50 + 40 * Math.sin(index / 7)));

function project(scanned: boolean): Project {
  const sections = Array.from({ length: PROJECT.sections }, (_, index): Project['sections'][number] => {
    const id = `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`;
    return {
      id,
      clipid: id,
      projectId: PROJECT.id,
      kind: 'analysed',
      position: index,
      title: `Section ${index + 1}`,
      transcription: 'The river begins here. '.repeat(WORDS / 4).trim(),
      videoLink: null,
      videoURL: null,
      videoId: 'library_1',
      startTime: index * 5,
      endTime: index * 5 + 5,
      duration: 5,
      effectiveDuration: 5,
      effectiveEstimated: false,
      narrated: false,
      fit: null,
      ...SECTION_DEFAULTS,
      voice: 'original',
      voiceReason: 'as_spoken',
      textSource: 'original',
      textLanguage: 'en',
      spoken: null,
      media: 'video',
      changed: false,
      path: id,
      boundaries: { start: 'sentence', end: 'sentence' },
      wordsKey: null,
      saysWords: false,
      tellsSpeakers: false,
      preview: scanned ? PREVIEW : null,
      video: video(1),
    };
  });
  return {
    id: PROJECT.id,
    title: 'A long film',
    description: '',
    status: 'draft',
    createdAt: NOW,
    updatedAt: NOW,
    thumbnail: null,
    finalVideoLink: null,
    films: [],
    sections,
    sourceCount: 1,
    music: null,
    filmChoices: {},
    notices: [],
    draft: null,
    failedVideos: [],
    history: { undo: null, redo: null },
    proposals: [],
    processing: null,
    generation: null,
    preparations: [],
    publishing: null,
    translation: null,
    hearing: null,
    publications: [],
  };
}

/** Returns the API's canned response, or `undefined` for calls that the page can do without. */
function answer(url: URL, scanned: boolean): unknown {
  const path = url.pathname;
  if (path === '/api/auth/user') return user;
  if (path === '/api/user/credits') return credits;
  if (path === '/api/config') return config;
  if (path === `/api/projects/${PROJECT.id}`) return project(scanned);
  if (path !== '/api/videos/search') return undefined;
  if (url.searchParams.get('page') !== '1') return [];
  return videos(url.searchParams.get('query') === EVERYTHING.query ? EVERYTHING.count : 10);
}

/**
 * Serves a built client as the product does, gzipped, with canned responses instead of the API's. If `scanned`, the sections
 * of the project have stills and a waveform.
 */
export async function serveBuild(
  dir: string,
  { scanned = false } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const contents = new Map<string, Buffer>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(`/${relative(dir, path)}`, gzipSync(await readFile(path)));
  }
  const send = (response: ServerResponse, body: Buffer, type: string): void => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const file = contents.get(url.pathname);
    if (file) {
      send(response, file, TYPES[extname(url.pathname)] ?? 'application/octet-stream');
    } else if (url.pathname === PEAKS) {
      send(response, gzipSync(JSON.stringify(peaks())), 'application/json');
    } else if (request.method !== 'GET') {
      response.writeHead(204).end();
    } else if (url.pathname.startsWith('/api/')) {
      const body = answer(url, scanned);
      if (body === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      else send(response, gzipSync(JSON.stringify(body)), 'application/json');
    } else if (/^\/[^.]*$/.test(url.pathname) && !url.pathname.startsWith('/socket.io')) {
      send(response, contents.get('/index.html')!, 'text/html');
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
