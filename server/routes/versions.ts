import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/versions.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { ownProject } from '../services/ownership.ts';
import { restoreVersion } from '../services/versions/restore-version.ts';
import { listVersions, readChanges } from '../services/versions/versions.ts';

/** The versions of a project's films. */
export async function versionRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { db } = backend;

  handle(app, calls.listVersions, async ({ params, userId, request }) =>
    listVersions(db, signer.of(ownSessionId(request)), await ownProject(db, params.id, userId)),
  );

  handle(app, calls.compareVersion, async ({ params, query, userId }) => {
    await ownProject(db, params.id, userId);
    return readChanges(db, params.id, params.versionId, query);
  });

  handle(app, calls.restoreVersion, async ({ params, body, userId }) => {
    const own = { userId, projectId: params.id, versionId: params.versionId };
    const restored = await restoreVersion(backend, own, body.sectionIds);
    return restored;
  });
}
