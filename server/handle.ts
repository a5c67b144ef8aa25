import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { type Answer, type Call, errorsOf, type Received, scopeOf } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import type { Caller } from '#core/lib/caller.ts';
import { errorAnswer } from './plugins/response-check.ts';
import { callerOf, requireUser } from './plugins/session.ts';

const idempotencyHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });

/** The name of each call in the contract, which is its operation ID in the OpenAPI document. */
const operationIds = new Map(Object.entries<Call>(calls).map(([name, call]) => [call, name]));

interface CallInput<C extends Call> extends Received<C> {
  /** The caller; `undefined` if a call needs no session. */
  userId: C['open'] extends true ? undefined : string;
  /** The same with the API key of the call. */
  caller: C['open'] extends true ? undefined : Caller;
  idempotencyKey: C['idempotent'] extends true ? string | undefined : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Sent<C extends Call> = Answer<C> | FastifyReply;

/** Returns the response body, or the reply if it was already sent; for a redirect, the target URL. */
type Handler<C extends Call> = (
  input: CallInput<C>,
) => C['redirects'] extends true ? Promise<string> : Sent<C> | Promise<Sent<C>>;

type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'validatorCompiler' | 'errorHandler'>;

/** Implements a call. Its definition provides the route, checks, limit, scope, description and types. */
export function handle<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { config, ...options }: Options = {},
): void {
  const scope = call.open ? null : scopeOf(call);
  app.route({
    ...options,
    method: call.method,
    url: call.path,
    config: { ...config, ...(call.rate && { rate: call.rate }), ...(scope && { scope }) },
    ...(!call.open && { onRequest: requireUser }),
    schema: schemaOf(call),
    handler(request, reply) {
      const caller = call.open ? undefined : callerOf(request);
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        userId: caller?.userId,
        caller,
        idempotencyKey: request.headers['idempotency-key'],
        request,
        reply,
      };
      // The route's schema has validated them.
      const work = (): unknown => handler(input as unknown as CallInput<C>);
      const send = (answer: unknown): unknown => {
        if (answer === reply) return reply;
        if (call.redirects) return reply.redirect(answer as string);
        if (!call.response) return reply.code(204).send(null);
        return answer;
      };
      const isInTurn = call.method !== 'GET' && !call.lasts && input.userId !== undefined;
      const answer = isInTurn ? app.inTurn(input.userId!, async () => work()) : work();
      return answer instanceof Promise ? answer.then(send) : send(answer);
    },
  });
}

function schemaOf(call: Call) {
  const operationId = operationIds.get(call);
  return {
    ...(operationId && { operationId }),
    tags: [call.tag],
    summary: call.summary,
    ...(call.deprecated && { deprecated: true }),
    ...securityOf(call),
    ...(call.consumes && { consumes: [call.consumes] }),
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.idempotent && { headers: idempotencyHeaders }),
    response: { ...answersOf(call), ...refusalsOf(call) },
  };
}

/** Describes with which credentials a call may be sent, and the scope that an API key needs. */
function securityOf(call: Call): { security?: Record<string, string[]>[]; description?: string } {
  if (call.open) return { security: [] };
  const scope = scopeOf(call);
  if (scope === null) return { description: 'API keys cannot make this call.' };
  return {
    description: `API keys need the scope \`${scope}\`.`,
    security: [{ session: [] }, { apiKey: [scope] }],
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
      const meaning = codes.filter((code) => ERROR_STATUS[code] === status).join(', ');
      return [status, errorAnswer(`${STATUS_CODES[status]}: ${meaning}.`)];
    }),
  );
}
