import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SharePatch, shareSchema } from '#contract/sharing.ts';
import { findFilms } from '#core/repositories/projects/films.ts';
import { countTry } from '../../../server/services/watch/count-try.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const SECRET = 'the right one';

/** Shares a film with a password, and returns a function that enters passwords. */
async function sharedWithPassword() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(100) });
  const path = `/api/projects/${projectId}/share`;
  const headers = { cookie: user.cookie };
  const { watchUrl } = shareSchema.parse((await app.inject({ method: 'POST', url: path, headers })).json());
  const change = (payload: SharePatch) => app.inject({ method: 'PATCH', url: path, headers, payload });
  await change({ password: SECRET });
  const enter = (password: string, remoteAddress = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: watchUrl,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({ password }).toString(),
    });
  /** Counts a wrong password without the time that comparing it takes. */
  const guess = async (address: string) => {
    const [film] = await findFilms(backend.db, [projectId]);
    const lock = { token: watchUrl.split('/').at(-1)!, password: film!.share.password };
    return countTry(backend, lock, address).then(
      () => 'counted',
      () => 'refused',
    );
  };
  return { enter, change, guess };
}

describe("a shared film's password", () => {
  // product 20.5
  itInFullTier(
    'can be guessed only ten times from one address before a pause, while other viewers still get in',
    async () => {
      const { enter } = await sharedWithPassword();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => enter(`guess ${index}`)));
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 403)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
      const wait = Number(answers.find(({ statusCode }) => statusCode === 429)!.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect((await enter(SECRET)).statusCode).toBe(429);
      for (let i = 0; i < 12; i += 1) expect((await enter(SECRET, '192.0.2.2')).statusCode).toBe(303);
    },
  );

  // product 20.5
  it('can be tried once after each pause', async () => {
    const { guess } = await sharedWithPassword();
    for (let i = 0; i < 10; i += 1) expect(await guess('192.0.2.21')).toBe('counted');
    for (let i = 0; i < 3; i += 1) {
      expect(await guess('192.0.2.21')).toBe('refused');
      const [pause] = await backend.redis.keys(
        `${backend.config.redisPrefix}:share-tries:*:192.0.2.21:pause`,
      );
      // Simulates the end of the minute.
      await backend.redis.del(pause!);
      expect(await guess('192.0.2.21')).toBe('counted');
    }
  });

  // product 20.5
  itInFullTier('lets a viewer in while twenty addresses guess it, and slows new addresses down', async () => {
    const { enter, guess } = await sharedWithPassword();
    for (let address = 1; address <= 20; address += 1) {
      for (let i = 0; i < 10; i += 1) expect(await guess(`198.51.100.${address}`)).toBe('counted');
    }
    expect((await enter(SECRET, '192.0.2.7')).statusCode).toBe(303);
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await enter('a guess', '192.0.2.8')).statusCode);
    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  // product 20.5
  itInFullTier('can be tried immediately after it was changed', async () => {
    const { enter, change, guess } = await sharedWithPassword();
    for (let i = 0; i < 10; i += 1) await guess('192.0.2.1');
    expect((await enter(SECRET)).statusCode).toBe(429);
    await change({ password: 'another one' });
    expect((await enter('another one')).statusCode).toBe(303);
  });
});
