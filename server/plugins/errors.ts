import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FastifyError, FastifyRequest } from 'fastify';
import { type ErrorBody, ERROR_STATUS } from '#contract/errors.ts';
import { isConnectionError, isDiskFull, isReadOnlyError } from '#core/lib/outages.ts';
import type { Database } from '#core/db/database.ts';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import { findEmail } from '#core/repositories/account/account-deletion.ts';

/** Postgres' error for the NUL character, which it cannot store. */
const NUL_IN_TEXT = '22021';
/** Postgres' errors for a row whose owner was removed meanwhile, and for deadlocked transactions. */
const OUTRUN = new Set(['23503', '40001', '40P01']);

/** Returns the contract's code for an HTTP status. */
function codeOf(status: number): string {
  return Object.entries(ERROR_STATUS).find(([, value]) => value === status)?.[0] ?? 'internal';
}

/** Returns the refusal that an error means; `undefined` for an unexpected one. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isConnectionError(error)) {
    const message = isReadOnlyError(error)
      ? 'The database accepts no changes at the moment. Please try again in a minute.'
      : 'Please try again in a moment.';
    return new TryLaterError(message, 2, 'unavailable');
  }
  if (isDiskFull(error)) {
    return new TryLaterError('The disk of the server is full. Please try again later.', 60, 'unavailable');
  }
  if ((error as { code?: unknown }).code === NUL_IN_TEXT) {
    return new AppError('bad_request', 'Text must not contain the character NUL.');
  }
  return undefined;
}

/** Every error is sent as `{ code, message, requestId, details? }`; unexpected errors reveal no internals. */
export default fp<{ db: Database }>(async (app, { db }) => {
  /** A deletion does not wait for the account's other requests, which may then miss rows. */
  async function isAccountGone({ session }: FastifyRequest): Promise<boolean> {
    if (!session) return false;
    return findEmail(db, session.userId).then(
      (account) => account === undefined,
      () => false,
    );
  }

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // For HEAD, whose response has no body.
    reply.header('x-request-id', request.id);
    const body = (code: string, message: string, details?: unknown): ErrorBody => ({
      code,
      message,
      requestId: request.id,
      ...(details !== undefined && { details }),
    });
    const refusal = refusalOf(error);
    if (refusal instanceof TryLaterError) reply.header('retry-after', refusal.retryAfterSeconds);
    if (isDiskFull(error)) request.log.error({ err: error }, 'the disk is full');
    if (refusal)
      return reply.code(refusal.statusCode).send(body(refusal.code, refusal.message, refusal.details));
    if (hasZodFastifySchemaValidationErrors(error)) {
      const first = error.validation[0];
      const field = first?.instancePath.replace(/^\//, '').replaceAll('/', '.');
      const message = `${field ? `${field}: ` : ''}${first?.message ?? 'Wrong request.'}`;
      return reply.code(400).send(body('bad_request', message));
    }
    const status = error.statusCode ?? 500;
    if (status >= 500 && (await isAccountGone(request))) {
      return reply.code(404).send(body('not_found', 'This account was deleted.'));
    }
    if (OUTRUN.has(error.code)) {
      const message = 'This was changed or deleted at the same time. Please check it, then try again.';
      return reply.code(409).send(body('conflict', message));
    }
    if (status < 500) return reply.code(status).send(body(codeOf(status), error.message));
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(body('internal', 'Something went wrong on our side. Please try again.'));
  });

  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ code: 'not_found', message: 'Not found.', requestId: request.id });
  });
});
