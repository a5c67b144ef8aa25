import * as calls from '#contract/calls/index.ts';
import type { MusicSettings } from '#contract/music.ts';
import { call } from '../../../lib/api/api.ts';
import type { Problem } from '../../../lib/api/attempt.ts';
import { toast } from '../../../lib/toast.ts';
import type { Changes } from './change.ts';
import type { History } from './history.ts';
import type { EditorStore } from './state.ts';

/** Edits of the film's music. */
export class MusicEdits {
  readonly #store: EditorStore;
  readonly #changes: Changes;
  readonly #history: History;
  /** What changed since the call that is under way. */
  #next: Partial<MusicSettings> = {};
  #isSending = false;

  constructor(store: EditorStore, changes: Changes, history: History) {
    this.#store = store;
    this.#changes = changes;
    this.#history = history;
  }

  /** Makes an upload the film's music. True when it is; `tell` says in the dialog why it is not. */
  async use(objectPath: string, tell: (problem: Problem) => void): Promise<boolean> {
    const use = async (): Promise<void> => {
      await call(calls.setMusic, { params: this.#project, body: { objectPath } });
      toast({
        title: 'Music Added',
        description: 'It plays under the whole film.',
        action: this.#history.undoAction(),
      });
    };
    return this.#changes.run(use, { tell, fallback: 'The music could not be added. Please try again.' });
  }

  /** Changes how the music sounds, at once; one call at a time, with all that changed during the one before. */
  set(settings: Partial<MusicSettings>): void {
    this.#store.setState(({ music }) => ({ music: music && { ...music, ...settings } }));
    this.#next = { ...this.#next, ...settings };
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#changes.run(
      async () => {
        try {
          while (Object.keys(this.#next).length > 0) {
            const body = this.#next;
            this.#next = {};
            await call(calls.setMusic, { params: this.#project, body });
          }
        } finally {
          this.#next = {};
          this.#isSending = false;
        }
      },
      { title: 'Update Failed', fallback: 'The music could not be changed. Please try again.' },
    );
  }

  async remove(): Promise<void> {
    const remove = async (): Promise<void> => {
      const { music } = this.#store.getState();
      await call(calls.removeMusic, { params: this.#project });
      toast({
        title: 'Music Removed',
        description: music?.title ?? '',
        action: this.#history.undoAction(),
      });
    };
    await this.#changes.run(remove, {
      title: 'Remove Failed',
      fallback: 'The music could not be removed. Please try again.',
    });
  }

  get #project(): { id: string } {
    return { id: this.#store.getState().projectId };
  }
}
