import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { errorBodySchema } from '#contract/errors.ts';
import {
  LINK,
  openProduct,
  type Method,
  PROJECT,
  SECTION,
  type ProductCall,
  STATUS,
  VIDEO,
} from '../../helpers/calls/product.ts';
import { accountCalls } from '../../helpers/calls/product-account.ts';

const product = await openProduct();
const { app, send, as, poor, project, section, filmed, filmedSections } = product;
let objectPath: string;
let filmLink: string;

/** The calls of product.md's chapter 7, row by row. */
const ROWS: ProductCall[] = [
  ...accountCalls(product),
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

/** Writes a call as product.md does. */
const nameOf = ({ call }: ProductCall) =>
  typeof call === 'string' ? call : `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;

describe('calls of chapter 7 of product.md', () => {
  it('match the list of the chapter item by item', async () => {
    const product = await readFile(new URL('../../../docs/product.md', import.meta.url), 'utf8');
    const rows = product.matchAll(/^- \*\*7\.\d+\*\* `((?:GET|POST|PATCH|DELETE|HEAD) [^`]+)`/gm);
    expect(ROWS.map(nameOf).toSorted()).toEqual([...rows].map(([, name]) => name).toSorted());
  });

  const partsOf = ({ call, id, query }: ProductCall): [Method, string] => {
    if (typeof call === 'string') return ['HEAD', filmLink];
    const path = call.params ? call.path.replace(':id', id!()) : call.path;
    return [call.method, query ? `${path}?${query}` : path];
  };

  // product 1.4, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14, 3.16, 3.18,
  // 4.31, 7.1, 7.3, 7.4, 7.5, 7.6, 7.7, 7.8, 7.9, 7.10, 7.11, 7.12, 7.13, 7.14, 7.15, 7.16, 7.17, 7.18,
  // 7.19, 7.20, 7.21, 7.22, 7.23, 7.24, 7.25, 7.26, 7.27, 7.30
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
