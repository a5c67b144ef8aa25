import { expect, it } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { SITES } from '#core/media-sources/registry.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

it('reports a source that is not configured, and all sources if no source is configured', async () => {
  const { cookie: theirs } = await createUser(backend);
  const searchIn = async (source?: string) => {
    const query = new URLSearchParams({ query: 'river', ...(source && { source }) });
    const answer = await app.inject({ url: `/api/videos/search?${query}`, headers: { cookie: theirs } });
    return [answer.statusCode, answer.json(), answer.headers['x-source-errors']];
  };
  const unavailable = (sentence: string) => [200, [], `${sentence} Videos can be added by their link.`];
  for (const { id, name } of SITES) {
    const sentence = `${name} cannot be searched here: this installation is not set up for it.`;
    expect(await searchIn(id)).toEqual(unavailable(`${id}: ${sentence}`));
  }
  expect(await searchIn()).toEqual(unavailable('all: This installation has no video source to search.'));
  expect(await searchIn('নদী\r\n')).toEqual(unavailable('all: This installation has no such video source.'));
  expect((await searchIn('manual'))[2]).toBeUndefined();
});

it("finds the user's own videos that have one of the words, and counts them", async () => {
  const { id, cookie: own } = await createUser(backend);
  const added = (name: string, facts: object) => ({
    id: `manual_${name}_${id}`,
    source: 'link',
    sourceId: `${name}-${id}`,
    ownerId: id,
    title: name,
    url: `https://example.com/${name}.mp4`,
    channel: 'User Added',
    durationMs: 1000,
    ...facts,
  });
  await backend.db
    .insertInto('videos')
    .values([
      added('river', { description: 'with boats' }),
      added('boats', { description: null }),
      added('forest', { description: '100% green' }),
    ])
    .execute();
  const searchOwn = async (query: string) => {
    const url = `/api/videos/search?${new URLSearchParams({ query, source: 'manual' })}`;
    const answer = await app.inject({ url, headers: { cookie: own } });
    return [answer.json<Video[]>().map(({ title }) => title), answer.headers['x-total-count']];
  };
  expect(await searchOwn('Boats river')).toEqual([['river', 'boats'], '2']);
  expect(await searchOwn('forest')).toEqual([['forest'], '1']);
  expect(await searchOwn('100%')).toEqual([['forest'], '1']);
  expect(await searchOwn('desert')).toEqual([[], '0']);
});
