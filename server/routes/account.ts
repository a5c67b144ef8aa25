import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deleteAccountSchema, exportQuerySchema, exportSchema } from '#contract/export.ts';
import { mailSchema } from '#contract/mails.ts';
import type { Platform } from '#node/platform.ts';
import { listMails } from '#node/repositories/mails.ts';
import { deleteSessionsOf } from '#node/repositories/sessions.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { deleteAccount } from '../services/delete-account.ts';
import { exportData } from '../services/export-data.ts';
import { outboxPage } from '../services/outbox-page.ts';

const outboxAnswer = {
  content: { 'application/json': { schema: mailSchema.array() }, 'text/html': { schema: z.string() } },
};

/** What belongs to an account as a whole: its data out and in, its end, its mail in local mode. */
export async function accountRoutes(
  root: FastifyInstance,
  { platform, payments }: { platform: Platform; payments: PaymentProvider | null },
) {
  const { config, db } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.get(
    '/api/user/export',
    { schema: { querystring: exportQuerySchema, response: { 200: exportSchema } } },
    async (request, reply) => {
      const { part } = request.query;
      const { data, next } = await exportData(db, userIdOf(request), part);
      // The first is number 1, and says no number.
      const number = part === undefined ? '' : `-${Number.parseInt(part, 10) + 1}`;
      const name = `cutroom-data-${data.exportedAt.slice(0, 10)}${number}.json`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      if (next !== undefined) reply.header('x-next-part', next);
      reply.header('cache-control', 'no-store');
      return data;
    },
  );

  app.delete('/api/user/sessions', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    const userId = userIdOf(request);
    await deleteSessionsOf(db, userId);
    platform.bus.publish(userId, 'session.ended', { sessionId: null });
    app.signOut(reply);
    return reply.code(204).send(null);
  });

  app.delete(
    '/api/user',
    { schema: { body: deleteAccountSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteAccount(platform, payments, userIdOf(request), request.body.email);
      app.signOut(reply);
      return reply.code(204).send(null);
    },
  );

  if (config.mode !== 'local') return;
  app.get(
    '/api/outbox',
    { schema: { hide: true, response: { 200: outboxAnswer } } },
    async (request, reply) => {
      const rows = await listMails(db, userIdOf(request));
      const mails = rows.map((row) => ({
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        createdAt: row.created_at.toISOString(),
        sentAt: row.sent_at?.toISOString() ?? null,
      }));
      reply.header('cache-control', 'no-store');
      if (!request.headers.accept?.includes('text/html')) return mails;
      return reply.type('text/html; charset=utf-8').send(outboxPage(mails, config.mail !== null));
    },
  );
}
