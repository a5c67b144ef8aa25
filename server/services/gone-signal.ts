import type { FastifyReply } from 'fastify';

/** Aborted when the caller has gone; request.signal is aborted as soon as a body was read. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
