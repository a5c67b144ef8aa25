import * as calls from '#contract/calls/index.ts';
import type { VersionRestored } from '#contract/versions.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import type { Changes } from './change.ts';
import type { History } from './history.ts';
import type { EditorStore } from './state.ts';

/** Goes back to versions of the project's films. */
export class Versions {
  readonly #store: EditorStore;
  readonly #changes: Changes;
  readonly #history: History;

  constructor(store: EditorStore, changes: Changes, history: History) {
    this.#store = store;
    this.#changes = changes;
    this.#history = history;
  }

  /**
   * Gives the sections their state of a version again. `sectionIds` are those that the page showed before.
   * @returns undefined when it failed, which was reported
   */
  async goBack(
    { id, number }: { id: string; number: number },
    sectionIds: string[],
  ): Promise<VersionRestored | undefined> {
    let restored: VersionRestored | undefined;
    const restore = async (): Promise<void> => {
      const params = { id: this.#store.getState().projectId, versionId: id };
      restored = await call(calls.restoreVersion, { params, body: { sectionIds } });
      toast({
        title: `Back to Version ${number}`,
        description: restored.changed
          ? 'The sections are as they were. Undo takes this back.'
          : 'The sections were the same; the options of the film are those of this version now.',
        ...(restored.changed && { action: this.#history.undoAction() }),
      });
    };
    await this.#changes.run(restore, {
      title: 'Going Back Failed',
      fallback: 'The version could not be gone back to. Please try again.',
    });
    return restored;
  }
}
