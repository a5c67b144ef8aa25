import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/calls/films.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { contentDisposition } from '../services/content-disposition.ts';
import { goneSignal } from '../services/gone-signal.ts';
import { exportFilm } from '../services/exchange/export-film.ts';
import { generationStatus, linkOfFilm } from '../services/projects/find-film.ts';
import { posterLink } from '../services/projects/project-view.ts';
import { setPoster } from '../services/watch/set-poster.ts';
import { planOf } from '../services/films/generation-plan.ts';
import { previewFilm } from '../services/films/film-preview.ts';
import { ownProject } from '../services/ownership.ts';
import { unshareFilm } from '../services/films/share.ts';
import { listShares, shareFilm, updateShare } from '../services/watch/share-terms.ts';
import { listVoices } from '../services/section-views/made-narrations.ts';
import { findSubjects, readSubjects } from '../services/runs/find-subjects.ts';
import { listenTo, listenToVoice } from '../services/runs/start-listening.ts';
import { checkFilm, readFilmCheck } from '../services/runs/check-film.ts';
import { startGeneration } from '../services/runs/start-generation.ts';

/** Films of sections, and their links. */
export async function filmRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { db } = backend;
  const signerOf = (request: FastifyRequest) => signer.of(ownSessionId(request));


  handle(app, calls.generateFilm, async ({ params, body, userId, idempotencyKey, request }) => {
    const { isview, language } = body;
    if (isview) {
      const selector = { userId, projectId: params.id, language };
      return { finalVideoLink: await linkOfFilm(db, signerOf(request), selector), runId: null };
    }
    // A missing project is reported before any other error of the request.
    const project = await ownProject(db, params.id, userId);
    const { runId } = await startGeneration(backend, userId, project.id, body, idempotencyKey);
    return { finalVideoLink: null, runId };
  });

  handle(app, calls.readGenerationStatus, ({ params, query, userId, request }) =>
    generationStatus(db, signerOf(request), { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.readGenerationPlan, async ({ params, query, userId }) =>
    planOf(backend, await ownProject(db, params.id, userId), query),
  );

  handle(app, calls.previewFilm, async ({ params, query, userId, request }) =>
    previewFilm({ backend, signer: signerOf(request) }, await ownProject(db, params.id, userId), query),
  );

  handle(app, calls.readSubjects, ({ params, userId }) =>
    readSubjects(backend, { userId, projectId: params.id }),
  );

  handle(app, calls.findSubjects, ({ params, body, userId }) =>
    findSubjects(backend, { userId, projectId: params.id }, body.sectionIds),
  );

  handle(app, calls.exportFilm, async ({ params, query, userId, reply }) => {
    const project = await ownProject(db, params.id, userId);
    const { name, type, content } = await exportFilm(backend, project, params.format, query);
    reply.header('content-disposition', contentDisposition(name, 'attachment'));
    return reply.header('cache-control', 'no-store').type(type).send(content);
  });

  handle(app, calls.listVoices, () => listVoices(backend));

  handle(app, calls.listenToVoice, ({ params, body, userId, request }) =>
    listenToVoice(backend, signerOf(request), { userId, projectId: params.id }, body),
  );
  handle(app, calls.listenToSection, ({ params, body, userId, request }) =>
    listenTo(backend, signerOf(request), { userId, sectionId: params.id }, body),
  );

  handle(app, calls.readFilmCheck, ({ params, query, userId }) =>
    readFilmCheck(db, { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.checkFilm, ({ params, query, userId }) =>
    checkFilm(backend, { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.readVideoLink, async ({ params, query, userId, request }) => ({
    finalVideoLink: await linkOfFilm(db, signerOf(request), {
      userId,
      projectId: params.id,
      language: query.language,
    }),
  }));

  handle(app, calls.downloadFilm, ({ params, query, userId, request }) =>
    linkOfFilm(db, signerOf(request), { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.shareFilm, async ({ params, query, body, userId }) => {
    const share = await shareFilm(backend, { userId, projectId: params.id, language: query.language }, body);
    return share;
  });

  handle(app, calls.listShares, ({ userId }) => listShares(db, userId));

  handle(app, calls.updateShare, async ({ params, query, body, userId }) => {
    const share = await updateShare(backend, { userId, projectId: params.id, language: query.language }, body);
    return share;
  });

  handle(app, calls.setPoster, async ({ params, query, body, userId, request, reply }) => {
    const selector = { userId, projectId: params.id, language: query.language, signal: goneSignal(reply) };
    const { film, project } = await setPoster(backend, selector, body);
    return { poster: posterLink(signerOf(request), project, film) };
  });

  handle(app, calls.unshareFilm, async ({ params, query, userId }) => {
    await unshareFilm(backend, userId, params.id, query.language);
  });
}
