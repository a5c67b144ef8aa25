import type { Caller } from '#core/lib/caller.ts';
import type { FileSigner } from '#core/storage/signing.ts';

// A service has the signature `(backend, caller, ids, input)`.
export type { Caller };

/** A caller whose repeated call with the same key starts its work once. */
export interface KeyedCaller extends Caller {
  idempotencyKey: string | undefined;
}

/** A caller who returns from another site: the return counts only in the session that left. */
export interface SessionCaller extends Caller {
  sessionId: string;
}

/** A caller who receives signed links: they end with the caller's session. */
export interface LinkedCaller extends Caller {
  signer: FileSigner;
}

/** A caller who waits for the work: it is aborted when the caller disconnects. */
export interface WaitingCaller extends Caller {
  signal: AbortSignal;
}

/** The project that a call is about. */
export interface ProjectId {
  projectId: string;
}

/** The section that a call is about. */
export interface SectionId {
  sectionId: string;
}
