import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as calls from '#contract/calls/account.ts';
import { mailSchema } from '#contract/mails.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { countStoredBytes } from '#core/repositories/account/holdings.ts';
import { listMails } from '#core/repositories/account/mails.ts';
import { readStats } from '#core/repositories/projects/projects.ts';
import { deleteSessionsOf } from '#core/repositories/account/sessions.ts';
import { findUser, patchSettings } from '#core/repositories/account/users.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { deleteAccount } from '../services/account/delete-account.ts';
import { exportData } from '../services/account/export-data.ts';
import { outboxPage } from '../services/operation/outbox-page.ts';

const outboxAnswer = {
  content: { 'application/json': { schema: mailSchema.array() }, 'text/html': { schema: z.string() } },
};

/** The signed-in user: settings, statistics, export, import and deletion; mail in local mode. */
export async function accountRoutes(
  app: FastifyInstance,
  { backend, payments }: { backend: Backend; payments: PaymentProvider | null },
) {
  const { config, db } = backend;

  handle(app, calls.readUser, async ({ userId }) => {
    const user = await findUser(db, userId);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return user;
  });

  handle(app, calls.readStats, async ({ userId }) => ({
    ...(await readStats(db, userId)),
    storedBytes: await countStoredBytes(db, config, userId),
    maxStoredBytes: config.caps.storedBytes,
  }));

  handle(app, calls.updateSettings, async ({ body, userId }) => {
    await patchSettings(db, userId, body);
    return (await findUser(db, userId))!.settings;
  });

  // The response is already JSON. It is written in chunks, since it may have ten megabytes.
  handle(app, calls.exportAccount, async ({ query: { part }, userId, reply }) => {
    const { json, exportedAt, next } = await exportData(backend, { userId }, { part });
    // The first part is number 1, which is omitted.
    const number = part === undefined ? '' : `-${Number.parseInt(part, 10) + 1}`;
    const name = `cutroom-data-${exportedAt.slice(0, 10)}${number}.json`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (next !== undefined) reply.header('x-next-part', next);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.send(json);
  });

  handle(app, calls.deleteSessions, async ({ userId, reply }) => {
    await deleteSessionsOf(db, userId);
    app.sessionEnded(userId, null);
    app.signOut(reply);
  });

  handle(app, calls.deleteAccount, async ({ body, userId, reply }) => {
    await deleteAccount({ ...backend, payments }, { userId }, body);
    app.visitors.forget(userId, null);
    app.signOut(reply);
  });

  if (config.mode !== 'local') return;
  app.get(
    '/api/outbox',
    { onRequest: requireUser, schema: { hide: true, response: { 200: outboxAnswer } } },
    async (request, reply) => {
      const rows = await listMails(db, userIdOf(request));
      const mails = rows.map((row) => ({
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        createdAt: row.createdAt.toISOString(),
        sentAt: row.sentAt?.toISOString() ?? null,
      }));
      reply.header('cache-control', 'no-store');
      if (!request.headers.accept?.includes('text/html')) return mails;
      return reply.type('text/html; charset=utf-8').send(outboxPage(mails, config.mail !== null));
    },
  );
}
