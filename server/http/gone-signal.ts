import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that is aborted when the caller disconnects or gets its response. The lint forbids
 * fastify's `request.signal`: it is aborted as soon as a body was read, and never in tests that only inject
 * their requests.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
