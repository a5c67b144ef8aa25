import type { FastifySchema } from 'fastify';
import fp from 'fastify-plugin';
import { safeEncode, type ZodType } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import type { Config } from '#core/config/config.ts';

/** A response that violates the contract. Its message names the first wrong field, never a value. */
export class WrongAnswerError extends Error {
  constructor(method: string, route: string, problem: string) {
    super(`The response of ${method} ${route} violates the contract: ${problem}`);
    this.name = 'WrongAnswerError';
  }
}

/**
 * Validates responses against their schemas. In local mode, where tests run, an invalid response is an error.
 * In production it is logged and sent anyway. All routes send errors with the contract's body. Register it
 * before the routes.
 */
export default fp<{ mode: Config['mode'] }>(async (app, { mode }) => {
  app.setSerializerCompiler<ZodType>(({ schema, method, url, httpStatus }) => (data) => {
    const encoded = safeEncode(schema, data);
    if (encoded.success) return JSON.stringify(encoded.data);
    const { path, code } = encoded.error.issues[0]!;
    const field = path.join('.') || 'the whole';
    if (mode !== 'production') throw new WrongAnswerError(method, url, `${field} (${code})`);
    const details = { method, route: url, status: httpStatus, field, problem: code };
    app.log.error(details, 'response violates the contract');
    return JSON.stringify(data);
  });

  app.addHook('onRoute', (route) => {
    const schema: FastifySchema = route.schema ?? {};
    const anyError = { '4xx': errorAnswer('Any other refusal.'), '5xx': errorAnswer('Any other failure.') };
    route.schema = { ...schema, response: { ...anyError, ...(schema.response as object | undefined) } };
  });
});

/** Describes an error in a route's schema. */
export const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBodySchema } },
});
