import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBelongings } from '../../helpers/data/belongings.ts';
import { fuzzRoutes, NASTY_TEXT_COUNT } from '../../helpers/calls/fuzz-routes.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { generatedInputs } from '../../helpers/tier.ts';

/** The number of requests in addition to those with hostile texts. tests/soak/fuzz-routes.ts sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? generatedInputs(400));
const TEST_MS = 180_000 + REQUESTS * 400;

const backend = await openTestBackend({ LIMITS_FACTOR: '10000' });
const { app, routes } = await openAppWithRoutes(backend);

describe('API', () => {
  it(
    'answers generated requests without a server error and leaves no files or changes behind',
    { timeout: TEST_MS },
    async () => {
      const unhandled: unknown[] = [];
      const listen = (error: unknown) => unhandled.push(error);
      process.on('unhandledRejection', listen);
      onTestFinished(() => void process.off('unhandledRejection', listen));
      const stranger = await createBelongings(backend);
      const read = () =>
        backend.db
          .selectFrom('sections')
          .selectAll()
          .where('projectId', '=', stranger.projectId)
          .orderBy('id')
          .execute();
      const before = await read();
      const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
      const owner = () => createBelongings(backend);
      const figures = await fuzzRoutes(app, routes, {
        owner,
        stranger,
        requests: REQUESTS,
        textsPerRoute: generatedInputs(NASTY_TEXT_COUNT),
        seed,
      });
      console.log(JSON.stringify({ seed, ...figures }));
      expect(figures.requests).toBeGreaterThanOrEqual(REQUESTS);
      // Not all requests may be refused: many must reach the services.
      expect(figures.statuses[200]).toBeGreaterThan(REQUESTS / 20);
      expect(figures.statuses[400]).toBeGreaterThan(REQUESTS / 20);
      expect(unhandled).toEqual([]);
      expect(await read()).toEqual(before);
      expect(await readdir(backend.tempDir)).toEqual([]);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
    },
  );
});
