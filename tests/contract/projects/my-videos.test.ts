import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { openMyVideos } from '../../helpers/calls/my-videos.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { signedIn, createTitled, insertRun } = openMyVideos(backend, app);

describe('My Videos', () => {
  it('is sorted by age, by title in natural order, and by duration', async () => {
    const { id: userId, titles } = await signedIn();
    await createTitled(userId, 'part 10', { daysAgo: 4, sections: 1 });
    await createTitled(userId, 'Part 2', { daysAgo: 3, sections: 4 });
    await createTitled(userId, 'Éclair', { daysAgo: 2, sections: 2 });
    await createTitled(userId, 'zebra', { daysAgo: 1, sections: 3 });
    await createTitled(userId, 'ফুল', { daysAgo: 0, sections: 5 });
    const newest = ['ফুল', 'zebra', 'Éclair', 'Part 2', 'part 10'];
    expect(await titles()).toEqual(newest);
    expect(await titles('?sort=newest')).toEqual(newest);
    expect(await titles('?sort=oldest')).toEqual(newest.toReversed());
    expect(await titles('?sort=title')).toEqual(['Éclair', 'Part 2', 'part 10', 'zebra', 'ফুল']);
    expect(await titles('?sort=duration')).toEqual(['ফুল', 'Part 2', 'zebra', 'Éclair', 'part 10']);
  });

  it('is searched in titles and descriptions, for exactly what was typed', async () => {
    const { id: userId, titles, call } = await signedIn();
    await createTitled(userId, '100% wool', { daysAgo: 1 });
    await createTitled(userId, '1000 wools', { daysAgo: 2, description: 'From the under_score' });
    await createTitled(userId, 'back\\slash', { daysAgo: 3 });
    const search = (text: string) => titles(`?search=${encodeURIComponent(text)}`);
    expect(await search('WOOL')).toEqual(['100% wool', '1000 wools']);
    expect(await search('100%')).toEqual(['100% wool']);
    expect(await search('r_s')).toEqual(['1000 wools']);
    expect(await search('k\\s')).toEqual(['back\\slash']);
    expect(await search("' OR 1=1 --")).toEqual([]);
    expect((await call('GET', '/api/user/videos?search=%00')).statusCode).toBe(400);
    expect((await call('GET', '/api/user/videos?sort=size')).statusCode).toBe(400);
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('is searched in %s by words in %s, in any case', async (stored, typed) => {
    const { id: userId, titles } = await signedIn();
    const title = 'Café Übung ड़ा'.normalize(stored);
    await createTitled(userId, title, { daysAgo: 1 });
    for (const word of ['café', 'ÜBUNG', 'ड़ा']) {
      expect(await titles(`?search=${encodeURIComponent(word.normalize(typed))}`)).toEqual([title]);
    }
    expect(await titles('?search=Ubung')).toEqual([]);
  });

  // product 2.123
  it('shows the state of each project, and filters by state', async () => {
    const { id: userId, list, titles } = await signedIn();
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000);
    const draft = await createTitled(userId, 'Draft', { daysAgo: 1 });
    await insertRun(userId, draft, 'processing', 'completed', hour(2));
    // A project does not fail because an upload could not be prepared.
    await insertRun(userId, draft, 'preparation', 'failed', hour(1));
    const film = await createTitled(userId, 'Film', { daysAgo: 2 });
    await addFilm(backend, { userId, projectId: film, bytes: randomBytes(64), durationMs: 4000 });
    await insertRun(userId, film, 'generation', 'failed', hour(0));
    const failed = await createTitled(userId, 'Failed', { daysAgo: 3, sections: 0 });
    await insertRun(userId, failed, 'processing', 'failed', hour(3));
    const second = await createTitled(userId, 'Again', { daysAgo: 4 });
    await insertRun(userId, second, 'generation', 'failed', hour(2));
    await insertRun(userId, second, 'generation', 'running', hour(1));

    const states = (await list()).map(({ title, status, sectionCount, duration, run }) => [
      title,
      status,
      sectionCount,
      duration,
      run?.status ?? null,
    ]);
    expect(states).toEqual([
      ['Draft', 'draft', 1, 10, 'completed'],
      ['Film', 'completed', 1, 4, 'failed'],
      ['Failed', 'failed', 0, 0, 'failed'],
      ['Again', 'processing', 1, 10, 'running'],
    ]);
    expect(await titles('?filter=all')).toEqual(['Draft', 'Film', 'Failed', 'Again']);
    expect(await titles('?filter=completed')).toEqual(['Film']);
    expect(await titles('?filter=processing')).toEqual(['Again']);
    expect(await titles('?filter=failed')).toEqual(['Failed']);
  });
});
