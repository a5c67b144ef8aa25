import { attempt, type Failure } from '../../../lib/api/attempt.ts';
import { keys, libraryChanged, refreshProject } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { applyProject, type EditorStore } from './state.ts';

/** Calls that change the set or the order of sections. The local list is not replaced while a call is pending. */
export class Changes {
  readonly #store: EditorStore;
  /** The number of calls whose result is not applied yet. */
  #open = 0;

  constructor(store: EditorStore) {
    this.#store = store;
  }

  /**
   * Makes a call and reports its failure. The server's project is applied when the last pending call ends.
   * Returns whether the call succeeded.
   */
  async run(work: () => Promise<void>, failure: Failure): Promise<boolean> {
    this.#store.setState(({ pending }) => ({ pending: pending + 1, edited: true }));
    this.#open += 1;
    try {
      return await attempt(work, failure);
    } finally {
      this.#store.setState(({ pending }) => ({ pending: pending - 1 }));
      await this.#applyServerState().finally(() => (this.#open -= 1));
    }
  }

  /** Whether differences in a project that loads now may result from these calls. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  async #applyServerState(): Promise<void> {
    const { projectId, language, pending } = this.#store.getState();
    if (pending > 0) return;
    libraryChanged();
    await refreshProject(projectId);
    const project = queryClient.getQueryData(keys.project(projectId, language));
    if (project) applyProject(this.#store, project, 'here');
  }

  /** Resolves when no call is pending. */
  settled(): Promise<void> {
    if (this.#store.getState().pending === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.#store.subscribe(({ pending }) => {
        if (pending > 0) return;
        stop();
        resolve();
      });
    });
  }
}
