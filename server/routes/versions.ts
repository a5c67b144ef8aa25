import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/versions.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { restoreVersion } from '../services/versions/restore-version.ts';
import { listVersions, readChanges } from '../services/versions/versions.ts';

/** The versions of a project's films. */
export async function versionRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  handle(app, calls.listVersions, ({ params, userId, request }) =>
    listVersions(backend, { userId, signer: signer.of(ownSessionId(request)) }, { projectId: params.id }),
  );

  handle(app, calls.compareVersion, ({ params: { id: projectId, versionId }, query, userId }) =>
    readChanges(backend, { userId }, { projectId, versionId }, query),
  );

  handle(app, calls.restoreVersion, ({ params: { id: projectId, versionId }, body, userId }) =>
    restoreVersion(backend, { userId }, { projectId, versionId }, body),
  );
}
