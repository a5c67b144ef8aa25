import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/calls/films.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { exportFilm } from '../services/exchange/export-film.ts';
import { generationStatus, linkOfFilm, linkOfSound } from '../services/projects/find-film.ts';
import { setPoster } from '../services/watch/set-poster.ts';
import { readGenerationPlan } from '../services/films/generation-plan.ts';
import { previewFilm } from '../services/films/film-preview.ts';
import { unshareFilm } from '../services/films/share.ts';
import { listShares, shareFilm, updateShare } from '../services/watch/share-terms.ts';
import { listVoices } from '../services/section-views/made-narrations.ts';
import { findSubjects, readSubjects } from '../services/runs/find-subjects.ts';
import { listenTo, listenToVoice } from '../services/runs/start-listening.ts';
import { readFilmCheck, startChecking } from '../services/runs/check-film.ts';
import { startGeneration } from '../services/runs/start-generation.ts';

/** Films of sections, and their links. */
export async function filmRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const caller = ({ userId, request }: { userId: string; request: FastifyRequest }) => ({
    userId,
    signer: signer.of(ownSessionId(request)),
  });

  handle(app, calls.generateFilm, async ({ params, body, idempotencyKey, ...asked }) => {
    const ids = { projectId: params.id };
    if (body.isview)
      return { finalVideoLink: await linkOfFilm(backend, caller(asked), ids, body), runId: null };
    const starter = { userId: asked.userId, idempotencyKey };
    return { finalVideoLink: null, ...(await startGeneration(backend, starter, ids, body)) };
  });

  handle(app, calls.readGenerationStatus, ({ params, query, ...asked }) =>
    generationStatus(backend, caller(asked), { projectId: params.id }, query),
  );

  handle(app, calls.readGenerationPlan, ({ params, query, userId }) =>
    readGenerationPlan(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.previewFilm, ({ params, query, ...asked }) =>
    previewFilm(backend, caller(asked), { projectId: params.id }, query),
  );

  handle(app, calls.readSubjects, ({ params, userId }) =>
    readSubjects(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.findSubjects, ({ params, body, userId }) =>
    findSubjects(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.exportFilm, async ({ params: { id: projectId, format }, query, userId, reply }) => {
    const file = await exportFilm(backend, { userId }, { projectId }, { ...query, format });
    reply.header('content-disposition', contentDisposition(file.name, 'attachment'));
    return reply.header('cache-control', 'no-store').type(file.type).send(file.content);
  });

  handle(app, calls.listVoices, () => listVoices(backend));

  handle(app, calls.listenToVoice, ({ params, body, ...asked }) =>
    listenToVoice(backend, caller(asked), { projectId: params.id }, body),
  );

  handle(app, calls.listenToSection, ({ params, body, ...asked }) =>
    listenTo(backend, caller(asked), { sectionId: params.id }, body),
  );

  handle(app, calls.readFilmCheck, ({ params, query, userId }) =>
    readFilmCheck(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.checkFilm, ({ params, query, userId }) =>
    startChecking(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.readVideoLink, async ({ params, query, ...asked }) => ({
    finalVideoLink: await linkOfFilm(backend, caller(asked), { projectId: params.id }, query),
  }));

  handle(app, calls.readSoundLink, async ({ params, query, ...asked }) => {
    const waiting = { ...caller(asked), signal: goneSignal(asked.reply) };
    return { soundLink: await linkOfSound(backend, waiting, { projectId: params.id }, query) };
  });

  handle(app, calls.downloadFilm, ({ params, query, ...asked }) =>
    linkOfFilm(backend, caller(asked), { projectId: params.id }, query),
  );

  handle(app, calls.shareFilm, ({ params, query, body, userId }) =>
    shareFilm(backend, { userId }, { projectId: params.id }, { ...query, ...body }),
  );

  handle(app, calls.listShares, ({ userId }) => listShares(backend, { userId }));

  handle(app, calls.updateShare, ({ params, query, body, userId }) =>
    updateShare(backend, { userId }, { projectId: params.id }, { ...query, ...body }),
  );

  handle(app, calls.setPoster, ({ params, query, body: poster, ...asked }) => {
    const waiting = { ...caller(asked), signal: goneSignal(asked.reply) };
    return setPoster(backend, waiting, { projectId: params.id }, { ...query, poster });
  });

  handle(app, calls.unshareFilm, ({ params, query, userId }) =>
    unshareFilm(backend, { userId }, { projectId: params.id }, query),
  );
}
