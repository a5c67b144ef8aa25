import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import { startFileSite } from '../helpers/outside/file-site.ts';
import { addChannel } from '../helpers/outside/channel.ts';
import { addFilm } from '../helpers/data/film.ts';
import { makeSource, tempFolder } from '../helpers/media/lavfi.ts';
import { createVideos, openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const site = await startFileSite({ '/film': { content: randomBytes(1000) } });
afterAll(site.close);
const backend = await openTestBackend({ LINK_HOSTS: site.host, LIBRARY_DIR: '/not-there' });
const search = vi.spyOn(backend.sources.library, 'search').mockImplementation(async () => ({
  videos: Array.from({ length: 10 }, (_, index) => ({
    sourceId: `lighthouse-${index}`,
    title: `Lighthouse ${index}`,
    description: null,
    thumbnail: null,
    url: null,
    durationMs: 30_000,
    views: 'Unknown',
    channel: 'Tests',
    license: null,
  })),
  next: null,
  total: 10,
}));
const app = await openTestApp(backend);
const folder = tempFolder();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
type Answer = Awaited<ReturnType<typeof send>>;

const send = (method: Method, url: string, cookie?: string, payload?: object) =>
  app.inject({ method, url, headers: { ...(cookie && { cookie }) }, ...(payload && { payload }) });

const words = (text: string) => text.split(' ');
const USER = words('id firstName lastName email profileImageUrl createdAt youtubeChannelName');
const PACK = words('id packSize purchaseDate creditsRemaining totalCredits');
const SETTINGS = words('emailNotifications projectNotifications autoSave defaultVideoQuality theme');
const VIDEO = words('id title description thumbnail duration source sourceId views channel createdAt userId');
const PROJECT = words('id title sections finalVideoLink description createdAt');
const SECTION = words(
  'id projectId title transcription videoLink videoURL videoId startTime endTime clipid path video',
);
const STATUS = ['status', 'percentage', 'stage', 'message', 'finalVideoLink'];
const LINK = /^\/media\/signed\?/;

let user: Awaited<ReturnType<typeof createUser>>;
let poor: Awaited<ReturnType<typeof createUser>>;
/** Three sections and no film; it is edited and generated here. */
let project: Awaited<ReturnType<typeof createProject>>;
/** It has a film. */
let filmed: string;
let filmedSections: string[];
/** It is being processed. */
let processed: string;
let videoIds: string[];
let objectPath: string;
let clip: Buffer;
let filmLink: string;

const section = (index: number) => project.sections[index]!.id;
const as = (method: Method, url: string, payload?: object) => send(method, url, user.cookie, payload);

interface SpecCall {
  call: Call | 'HEAD {final video link}';
  /** What stands for {id}. */
  id?: () => string;
  query?: string;
  body?: () => object;
  /** 200 unless told otherwise. */
  status?: number;
  /** Fields of the answer, or of each item of a list. */
  fields?: string[];
  /** Further checks of the answer. */
  more?: (answer: Answer) => void | Promise<void>;
  /** Needs no session. */
  isOpen?: boolean;
}

/** The calls of product.md's chapter 7, row by row. */
const ROWS: SpecCall[] = [
  { call: calls.readUser, fields: USER },
  {
    call: calls.readCredits,
    fields: ['totalCredits', 'availablePacks', 'allPacks'],
    more(answer) {
      expect(answer.json().totalCredits).toBe(5);
      expect(Object.keys(answer.json().allPacks[0])).toEqual(expect.arrayContaining(PACK));
    },
  },
  { call: calls.readStats, fields: ['totalProjects', 'totalVideos', 'storedBytes', 'maxStoredBytes'] },
  {
    call: calls.listProjects,
    query: 'search=project&sort=newest&filter=all',
    fields: PROJECT.filter((field) => field !== 'sections'),
    more(answer) {
      expect(answer.json()).toHaveLength(2);
    },
  },
  {
    call: calls.updateSettings,
    body: () => ({
      emailNotifications: false,
      projectNotifications: true,
      autoSave: false,
      defaultVideoQuality: '720p',
      theme: 'dark',
    }),
    fields: SETTINGS,
    more(answer) {
      expect(answer.json()).toMatchObject({ autoSave: false, defaultVideoQuality: '720p', theme: 'dark' });
    },
  },
  {
    call: calls.exportAccount,
    fields: ['projects'],
    more(answer) {
      const today = new Date().toISOString().slice(0, 10);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers['content-disposition']).toMatch(new RegExp(`^attachment; .*${today}\\.json"$`));
    },
  },
  {
    call: calls.purchaseCredits,
    body: () => ({ packSize: 10 }),
    fields: ['status'],
    async more() {
      expect((await as('POST', '/api/purchase-credits', { packSize: 7 })).statusCode).toBe(400);
    },
  },
  {
    call: calls.searchVideos,
    query: 'query=lighthouse&page=1&limit=10&duration=short&source=library',
    fields: VIDEO,
    async more(answer) {
      expect(answer.json()).toHaveLength(10);
      const asked = { query: 'lighthouse', duration: 'short', cursor: null };
      expect(search.mock.lastCall![0]).toEqual(asked);
      search.mockRejectedValueOnce(new SourceError('unreachable', 'The library is away.'));
      const failed = await as('GET', '/api/videos/search?query=lighthouse');
      expect([failed.statusCode, failed.json().message]).toEqual([502, 'Search failed']);
    },
  },
  {
    call: calls.extractVideo,
    body: () => ({ url: `${site.url}/film` }),
    fields: VIDEO,
    more(answer) {
      // Its site says nothing: product.md 3.14 has the fields of a manually added video.
      const { id, sourceId } = answer.json();
      expect(id).toMatch(new RegExp(`^manual_${sourceId}_\\d+$`));
      expect(answer.json()).toMatchObject({
        title: 'Video from 127.0.0.1',
        description: 'Manually added video',
        duration: 600,
        source: 'Manual',
        views: 'Unknown',
        channel: 'User Added',
        createdAt: null,
        userId: null,
      });
    },
  },
  {
    call: calls.uploadToChannel,
    body: () => {
      const form = new FormData();
      form.append('video', new Blob([new Uint8Array(clip)], { type: 'video/mp4' }), 'clip.mp4');
      form.append('title', 'A lighthouse');
      return form;
    },
    fields: VIDEO,
    more(answer) {
      expect(answer.json()).toMatchObject({ title: 'A lighthouse', source: 'upload', duration: 1 });
    },
  },
  {
    call: calls.processVideos,
    body: () => ({ videoIds, projectTitle: 'Lighthouses' }),
    fields: ['projectId'],
    async more(answer) {
      processed = answer.json().projectId;
      const refused = await send('POST', '/api/projects/process', poor.cookie, {
        videoIds,
        projectTitle: 'Lighthouses',
      });
      expect([refused.statusCode, refused.json().code]).toEqual([402, 'not_enough_credits']);
    },
  },
  {
    call: calls.readProgress,
    id: () => processed,
    fields: ['percentage', 'stage', 'completed'],
    more(answer) {
      expect(answer.json()).toMatchObject({ percentage: 0, completed: false });
    },
  },
  {
    call: calls.readProject,
    id: () => project.projectId,
    fields: PROJECT,
    more(answer) {
      expect(answer.json().sections).toHaveLength(3);
      expect(Object.keys(answer.json().sections[0])).toEqual(expect.arrayContaining(SECTION));
      expect(Object.keys(answer.json().sections[0].video)).toEqual(expect.arrayContaining(VIDEO));
    },
  },
  {
    call: calls.readClips,
    id: () => project.projectId,
    query: 'force_refresh=true',
    fields: [...SECTION, 'videoTitle', 'videoThumbnail', 'videoChannel'],
  },
  {
    call: calls.generateFilm,
    id: () => project.projectId,
    body: () => ({
      project_title: 'Lighthouses',
      videos: project.sections.map(({ id }) => ({
        clipid: id,
        transcription: 'Text of a section.',
        meantime: '00:00:10.000',
        clip_max_time: '00:00:30.000',
        path: '',
        voice_id: '',
        xi_voice_id: '',
        gender: 'male',
      })),
      language: 'Hindi',
      isview: false,
    }),
    fields: ['finalVideoLink'],
    async more(answer) {
      expect(answer.json().finalVideoLink).toBeNull();
      const view = await as('POST', `/api/projects/${filmed}/generate`, {
        language: 'English',
        isview: true,
      });
      expect(view.json().finalVideoLink).toMatch(LINK);
      const none = await as('POST', `/api/projects/${filmed}/generate`, { language: 'bn', isview: true });
      expect(none.statusCode).toBe(404);
    },
  },
  {
    call: calls.readGenerationStatus,
    id: () => project.projectId,
    fields: STATUS,
    async more(answer) {
      expect(answer.json()).toMatchObject({ status: 'processing', finalVideoLink: null });
      const completed = (await as('GET', `/api/projects/${filmed}/generation-status`)).json();
      expect(completed).toMatchObject({ status: 'completed', finalVideoLink: expect.stringMatching(LINK) });
    },
  },
  {
    call: calls.readVideoLink,
    id: () => filmed,
    fields: ['finalVideoLink'],
    more(answer) {
      filmLink = answer.json().finalVideoLink;
      expect(filmLink).toMatch(LINK);
    },
  },
  {
    call: calls.createSection,
    id: () => project.projectId,
    body: () => ({ title: 'An ending', transcription: 'Thank you for watching.', videoURL: null }),
    status: 201,
    fields: SECTION,
    more(answer) {
      expect(answer.json()).toMatchObject({
        title: 'An ending',
        transcription: 'Thank you for watching.',
        video: { title: 'Custom Video', source: 'Upload', sourceId: 'custom', channel: 'Custom' },
      });
    },
  },
  {
    call: calls.updateSection,
    id: () => section(0),
    body: () => ({ transcription: 'Another text.' }),
    fields: SECTION,
    async more(answer) {
      expect(answer.json().transcription).toBe('Another text.');
      const videoURL = 'https://example.com/film.mp4';
      expect((await as('PATCH', `/api/sections/${section(0)}/update`, { videoURL })).statusCode).toBe(422);
    },
  },
  {
    call: calls.deleteSection,
    id: () => section(1),
    status: 204,
    more(answer) {
      expect(answer.body).toBe('');
    },
  },
  {
    call: calls.reorderSections,
    id: () => filmed,
    body: () => ({ sectionIds: filmedSections.toReversed() }),
    status: 204,
    async more() {
      const { sections } = (await as('GET', `/api/projects/${filmed}`)).json();
      expect(sections.map(({ id }: { id: string }) => id)).toEqual(filmedSections.toReversed());
    },
  },
  {
    call: calls.requestUpload,
    body: () => ({ projectId: project.projectId, fileName: 'ending.png' }),
    fields: ['objectPath', 'uploadURL'],
    async more(answer) {
      ({ objectPath } = answer.json());
      const { pathname, search } = new URL(answer.json().uploadURL, 'http://localhost');
      const headers = { 'content-type': 'image/png' };
      const put = () =>
        app.inject({ method: 'PUT', url: pathname + search, headers, payload: randomBytes(1000) });
      const sent = await put();
      expect([sent.statusCode, sent.json().objectPath]).toEqual([200, objectPath]);
      expect((await put()).statusCode).toBe(409);
    },
  },
  {
    call: calls.connectChannel,
    fields: ['connected'],
    async more() {
      const { authUrl } = (await send('POST', '/api/youtube/auth', poor.cookie)).json();
      expect(new URL(authUrl).searchParams.get('code_challenge_method')).toBe('S256');
    },
  },
  {
    call: calls.disconnectChannel,
    status: 204,
    async more(answer) {
      expect(answer.body).toBe('');
      expect((await as('GET', '/api/auth/user')).json().youtubeChannelName).toBeNull();
    },
  },
  {
    call: 'HEAD {final video link}',
    isOpen: true,
    async more(answer) {
      expect(answer.headers['content-type']).toBe('video/mp4');
      expect((await send('HEAD', `${filmLink}x`)).statusCode).toBe(403);
    },
  },
];

beforeAll(async () => {
  user = await createUser(backend);
  poor = await createUser(backend, { packs: [] });
  videoIds = await createVideos(backend, 2);
  await addChannel(backend, user.id);
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
  project = await createProject(backend, user.id);
  const other = await createProject(backend, user.id);
  filmed = other.projectId;
  filmedSections = other.sections.map(({ id }) => id);
  await addFilm(backend, { userId: user.id, projectId: filmed, bytes: randomBytes(1000) });
});

/** A call as product.md writes it. */
const nameOf = ({ call }: SpecCall) =>
  typeof call === 'string' ? call : `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;

describe('the calls of product.md', () => {
  it('are its table, row by row', async () => {
    const product = await readFile(new URL('../../docs/product.md', import.meta.url), 'utf8');
    const rows = product.matchAll(/^\| 7\.\d+ \| `((?:GET|POST|PATCH|DELETE|HEAD) [^`]+)`/gm);
    expect(ROWS.map(nameOf).toSorted()).toEqual([...rows].map(([, name]) => name).toSorted());
  });

  const partsOf = ({ call, id, query }: SpecCall): [Method, string] => {
    if (typeof call === 'string') return ['HEAD', filmLink];
    const path = call.params ? call.path.replace(':id', id!()) : call.path;
    return [call.method, query ? `${path}?${query}` : path];
  };

  it.each(ROWS.map((row) => ({ ...row, call: nameOf(row), row })))('$call', async ({ row }) => {
    const [method, url] = partsOf(row);
    const stranger = await send(method, url, undefined, row.body?.());
    const refused = errorBodySchema.safeParse(stranger.body && stranger.json()).data?.message;
    expect([stranger.statusCode, refused]).toEqual(row.isOpen ? [200, undefined] : [401, 'Unauthorized']);

    const answer = await as(method, url, row.body?.());
    expect([answer.body, answer.statusCode]).toEqual([answer.body, row.status ?? 200]);
    const items: object[] = row.fields ? [answer.json()].flat() : [];
    expect(items.length > 0).toBe(row.fields !== undefined);
    for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(row.fields!));
    await row.more?.(answer);
  });
});
