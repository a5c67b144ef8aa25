import type { FastifyReply } from 'fastify';
import type { Answer, Call } from '#contract/calls/define-call.ts';

/**
 * Returns the serialised body of a response, validated against its call's schema. For responses that are sent
 * more than once.
 */
export function readyBody<C extends Call>(reply: FastifyReply, answer: Answer<C>): Buffer {
  return Buffer.from(reply.serializeInput(answer as Record<string, unknown>, '200') as string);
}

export function sendBody(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
