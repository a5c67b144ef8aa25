import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { type Answer, type Call, errorsOf, type Received } from '#contract/calls/define-call.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import { errorAnswer } from './plugins/response-check.ts';
import { requireUser, userIdOf } from './plugins/session.ts';

const idempotencyHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });

interface Asked<C extends Call> extends Received<C> {
  /** The caller; `undefined` if a call needs no session. */
  userId: C['open'] extends true ? undefined : string;
  idempotencyKey: C['idempotent'] extends true ? string | undefined : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Sent<C extends Call> = Answer<C> | FastifyReply;

/** Returns the response body, or the reply if it was already sent; for a redirect, the target URL. */
type Handler<C extends Call> = (
  asked: Asked<C>,
) => C['redirects'] extends true ? Promise<string> : Sent<C> | Promise<Sent<C>>;

type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'validatorCompiler' | 'errorHandler'>;

/** Implements a call. Its definition provides the route, checks, limit, description and types. */
export function handle<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { config, ...options }: Options = {},
): void {
  app.route({
    ...options,
    method: call.method,
    url: call.path,
    config: { ...config, ...(call.rate && { rate: call.rate }) },
    ...(!call.open && { onRequest: requireUser }),
    schema: schemaOf(call),
    handler(request, reply) {
      const asked = {
        params: request.params,
        query: request.query,
        body: request.body,
        userId: call.open ? undefined : userIdOf(request),
        idempotencyKey: request.headers['idempotency-key'],
        request,
        reply,
      };
      // The route's schema has validated them.
      const work = (): unknown => handler(asked as unknown as Asked<C>);
      const send = (answer: unknown): unknown => {
        if (answer === reply) return reply;
        if (call.redirects) return reply.redirect(answer as string);
        if (!call.response) return reply.code(204).send(null);
        return answer;
      };
      const isInTurn = call.method !== 'GET' && !call.lasts && asked.userId !== undefined;
      const answer = isInTurn ? app.inTurn(asked.userId!, async () => work()) : work();
      return answer instanceof Promise ? answer.then(send) : send(answer);
    },
  });
}

function schemaOf(call: Call) {
  return {
    tags: [call.tag],
    summary: call.summary,
    ...(call.open && { security: [] }),
    ...(call.consumes && { consumes: [call.consumes] }),
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.idempotent && { headers: idempotencyHeaders }),
    response: { ...answersOf(call), ...refusalsOf(call) },
  };
}

function answersOf({ response, produces, statuses = [200], redirects }: Call): Record<number, object> {
  if (redirects) return { 302: z.null() };
  if (!response) return { 204: z.null() };
  if (produces) {
    const content = Object.fromEntries(produces.map((type) => [type, { schema: response }]));
    return { 200: { description: 'A file.', content } };
  }
  return Object.fromEntries(statuses.map((status) => [status, response]));
}

/** Returns a call's errors by status, each with its codes. */
function refusalsOf(call: Call) {
  const codes = errorsOf(call);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const meant = codes.filter((code) => ERROR_STATUS[code] === status).join(', ');
      return [status, errorAnswer(`${STATUS_CODES[status]}: ${meant}.`)];
    }),
  );
}
