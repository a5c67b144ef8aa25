import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { projectSummarySchema, userVideosQuerySchema } from '#contract/projects.ts';
import { settingsPatchSchema, settingsSchema, userSchema, userStatsSchema } from '#contract/users.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { countStoredBytes } from '#node/repositories/holdings.ts';
import { listProjects, readStats } from '#node/repositories/projects.ts';
import { findUser, patchSettings } from '#node/repositories/users.ts';
import type { Signer } from '#node/storage/signing.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { viewProjectList } from '../services/project-view.ts';

/** Without `page` a list is complete up to this many rows. */
const MAX_ROWS = 1000;
/** As a reader sorts: capitals and accents aside, 'Part 2' before 'Part 10'. */
const byTitle = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The signed-in user: account, settings, compilations. */
export async function userRoutes(
  root: FastifyInstance,
  { platform, signer }: { platform: Platform; signer: Signer },
) {
  const { db } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.get('/api/auth/user', { schema: { response: { 200: userSchema } } }, async (request) => {
    const user = await findUser(db, userIdOf(request));
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return user;
  });

  app.get('/api/user/stats', { schema: { response: { 200: userStatsSchema } } }, async (request) => ({
    ...(await readStats(db, userIdOf(request))),
    storedBytes: await countStoredBytes(db, userIdOf(request)),
    maxStoredBytes: platform.config.caps.storedBytes,
  }));

  app.patch(
    '/api/user/settings',
    { schema: { body: settingsPatchSchema, response: { 200: settingsSchema } } },
    async (request) => {
      await patchSettings(db, userIdOf(request), request.body);
      return (await findUser(db, userIdOf(request)))!.settings;
    },
  );

  app.get(
    '/api/user/videos',
    { schema: { querystring: userVideosQuerySchema, response: { 200: projectSummarySchema.array() } } },
    async (request) => {
      const { search, sort, filter } = request.query;
      const projects = await listProjects(db, userIdOf(request), { search, limit: MAX_ROWS });
      const cards = await viewProjectList(platform, signer, projects);
      const shown = filter === 'all' ? cards : cards.filter((card) => card.status === filter);
      if (sort === 'oldest') return shown.toReversed();
      if (sort === 'title') return shown.toSorted((a, b) => byTitle.compare(a.title, b.title));
      if (sort === 'duration') return shown.toSorted((a, b) => b.duration - a.duration);
      return shown;
    },
  );
}
