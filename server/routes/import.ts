import { finished } from 'node:stream';
import type { FastifyError, FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as calls from '#contract/calls/account.ts';
import { IMPORT_MAX_BYTES } from '#contract/export.ts';
import { AppError } from '#core/lib/errors.ts';
import { createFairPool, poolIsFull, userIsFull } from '#core/lib/fair-pool.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { checkImport } from '../services/account/check-import.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { importData } from '../services/account/import-data.ts';
import { createUserQuota } from '../services/account/user-quota.ts';

/** Each import that is arriving, waiting or being checked holds its file in memory. */
const AT_ONCE = 16;
const AT_ONCE_PER_USER = 4;
const LIMITS = { atOnce: 1, atOncePerUser: 1, waiting: AT_ONCE, waitingPerUser: AT_ONCE_PER_USER };

/** Imports an exported file. Its body is read as bytes, and checked on a separate thread. */
export async function importRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const pool = createFairPool(LIMITS);
  const ofUsers = createUserQuota(AT_ONCE_PER_USER);
  let inAll = 0;
  app.addHook('onRequest', requireUser);
  // Before any part of the file is read.
  app.addHook('onRequest', async (request, reply) => {
    const userId = userIdOf(request);
    if (inAll >= AT_ONCE) throw poolIsFull();
    if (!ofUsers.take(userId)) throw userIsFull(AT_ONCE_PER_USER);
    inAll += 1;
    finished(reply.raw, () => {
      inAll -= 1;
      ofUsers.give(userId);
    });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  handle(
    app,
    calls.importAccount,
    async ({ userId, query, request, reply }) => {
      const bytes: unknown = request.body;
      const work = { key: request.id, userId, signal: goneSignal(reply) };
      const file = await pool.run(work, (signal) =>
        checkImport({ signal }, Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)),
      );
      return importData(backend, { userId }, { ...query, file });
    },
    {
      bodyLimit: IMPORT_MAX_BYTES,
      // The body's schema is only for the documentation; the thread validates the body.
      validatorCompiler: (route) =>
        route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route as never),
      errorHandler(error: FastifyError) {
        if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
        throw new AppError('too_large', 'Imported files can be up to 10 MB.');
      },
    },
  );
}
