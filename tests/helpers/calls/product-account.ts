import { expect } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import { PACK, PROJECT, type Product, SETTINGS, type ProductCall, USER, VIDEO } from './product.ts';

/** The calls of product.md's chapter 7 about account, search and processing. */
export const accountCalls = (product: Product): ProductCall[] => [
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
      expect((await product.as('POST', '/api/purchase-credits', { packSize: 7 })).statusCode).toBe(400);
    },
  },
  {
    call: calls.searchVideos,
    query: 'query=lighthouse&page=1&limit=10&duration=short&source=library',
    fields: VIDEO,
    async more(answer) {
      expect(answer.json()).toHaveLength(10);
      const expectedQuery = { query: 'lighthouse', duration: 'short', cursor: null };
      expect(product.search.mock.lastCall![0]).toEqual(expectedQuery);
      product.search.mockRejectedValueOnce(new SourceError('unreachable', 'The library is away.'));
      const failed = await product.as('GET', '/api/videos/search?query=lighthouse');
      expect([failed.statusCode, failed.json().message]).toEqual([502, 'Search failed']);
    },
  },
  {
    call: calls.extractVideo,
    body: () => ({ url: `${product.site.url}/film` }),
    fields: VIDEO,
    more(answer) {
      // Its site has no details: product.md 3.14 defines the fields of a manually added video.
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
      form.append('video', new Blob([new Uint8Array(product.clip)], { type: 'video/mp4' }), 'clip.mp4');
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
    body: () => ({ videoIds: product.videoIds, projectTitle: 'Lighthouses' }),
    fields: ['projectId'],
    async more(answer) {
      product.processed = answer.json().projectId;
      const refused = await product.send('POST', '/api/projects/process', product.poor.cookie, {
        videoIds: product.videoIds,
        projectTitle: 'Lighthouses',
      });
      expect([refused.statusCode, refused.json().code]).toEqual([402, 'not_enough_credits']);
    },
  },
  {
    call: calls.readProgress,
    id: () => product.processed,
    fields: ['percentage', 'stage', 'completed'],
    more(answer) {
      expect(answer.json()).toMatchObject({ percentage: 0, completed: false });
    },
  },
];
