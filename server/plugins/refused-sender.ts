import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused file is discarded before the connection is closed, in ms. */
const MAX_DRAIN_MS = 5_000;

/** A sender that is still sending would miss the response if the connection closed immediately. */
export function deliverRefusals(scope: FastifyInstance): void {
  scope.addHook('onError', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const cut = setTimeout(() => raw.destroy(), MAX_DRAIN_MS);
    raw.once('close', () => clearTimeout(cut));
  });
}
