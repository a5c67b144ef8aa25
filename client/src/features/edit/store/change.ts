import { attempt, type Failure } from '../../../lib/api/attempt.ts';
import { keys, libraryChanged, refreshProject } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { takeProject, type EditorStore } from './state.ts';

/** Calls that change the set or the order of sections; while one is pending the local list stays. */
export class Changes {
  readonly #store: EditorStore;
  /** Calls whose result is not applied yet. */
  #open = 0;

  constructor(store: EditorStore) {
    this.#store = store;
  }

  /**
   * Makes such a call, and reports a failure; the server's project is applied when the last one ends. True on success.
   */
  async run(work: () => Promise<void>, failure: Failure): Promise<boolean> {
    this.#store.setState(({ pending }) => ({ pending: pending + 1, edited: true }));
    this.#open += 1;
    try {
      return await attempt(work, failure);
    } finally {
      this.#store.setState(({ pending }) => ({ pending: pending - 1 }));
      await this.#takeServersView().finally(() => (this.#open -= 1));
    }
  }

  /** Whether changes of a project that is loaded now are, or may be, those of these calls. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  async #takeServersView(): Promise<void> {
    const { projectId, language, pending } = this.#store.getState();
    if (pending > 0) return;
    libraryChanged();
    await refreshProject(projectId);
    const project = queryClient.getQueryData(keys.project(projectId, language));
    if (project) takeProject(this.#store, project, 'here');
  }

  /** Resolves when no such call is pending. */
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
