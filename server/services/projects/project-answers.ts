import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { ownChangedParts } from '../ownership.ts';
import { createSizedCache } from '../sized-cache.ts';
import { viewProject } from './project-view.ts';

/** The maximum number of bytes of responses that a node caches. */
const MAX_BYTES = 32 * 2 ** 20;
/** How long a cached response is sent, in ms: its links were signed for an hour when it was created. */
const LINKS_MS = 30_000;

interface ProjectRequest {
  projectId: string;
  userId: string;
  /** The signed links of a response end with the session. */
  sessionId: string;
  language: Language;
}

interface CachedAnswer {
  body: Buffer;
  /** The version of everything in the response, from Postgres. */
  version: string;
  /** By the process's clock. */
  until: number;
}

/**
 * Creates the handler of GET /api/projects/{id}. It responds from a cache while Postgres reports the version
 * of the cached response. So a change is visible immediately, whichever node made it.
 */
export function createProjectAnswers(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  signer: Signer,
): (request: ProjectRequest, toBody: (project: Project) => Buffer) => Promise<Buffer> {
  const cache = createSizedCache<CachedAnswer>(MAX_BYTES);

  /** @throws AppError not_found */
  return async ({ projectId, userId, sessionId, language }, toBody) => {
    const key = `${sessionId} ${projectId} ${language}`;
    const cached = cache.get(key);
    const now = performance.now();
    const fresh = cached && now < cached.until ? cached : undefined;
    const changed = await ownChangedParts(backend.db, fresh?.version ?? null, { projectId, userId });
    if (!changed) return fresh!.body;
    const { parts, version } = changed;
    const project = await viewProject(backend, signer.of(sessionId), parts, language);
    const body = toBody(project);
    // A narrated section's length also depends on its narration and on the workers' voices.
    const isWhole = project.sections.every(({ narrated }) => !narrated);
    if (isWhole) cache.set(key, { body, version, until: now + LINKS_MS });
    return body;
  };
}
