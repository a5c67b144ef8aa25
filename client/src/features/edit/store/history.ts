import * as calls from '#contract/calls/index.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api/api.ts';
import { dismissCurrent, toast } from '../../../lib/toast.ts';
import { affectedSection } from '../section/affected.ts';
import type { Changes } from './change.ts';
import type { Saver } from './saver.ts';
import { type EditorStore, selectAfterEdit } from './state.ts';

type Direction = 'undo' | 'redo';
const WORDS = {
  undo: { call: calls.undoEdit, done: 'Undone', failed: 'Undo Failed', back: 'Redo' },
  redo: { call: calls.redoEdit, done: 'Redone', failed: 'Redo Failed', back: 'Undo' },
} as const;

/** The parts of an editor that its actions share. */
export interface EditorParts {
  store: EditorStore;
  saver: Saver;
  changes: Changes;
  history: History;
}

/** Actions on one editor. */
export abstract class EditorActions {
  protected readonly store;
  protected readonly saver;
  protected readonly changes;
  protected readonly history;

  constructor({ store, saver, changes, history }: EditorParts) {
    this.store = store;
    this.saver = saver;
    this.changes = changes;
    this.history = history;
  }
}

/** Undo and redo of every edit of the project. */
export class History {
  readonly #store;
  readonly #saver;
  readonly #changes;
  /** The last step. Steps in quick succession run one after another. */
  #queue = Promise.resolve();

  constructor({ store, saver, changes }: Omit<EditorParts, 'history'>) {
    this.#store = store;
    this.#saver = saver;
    this.#changes = changes;
  }

  undo(): void {
    this.#enqueue('undo');
  }

  redo(): void {
    this.#enqueue('redo');
  }

  /** Returns the Undo button of a toast about an edit. */
  undoAction(): { label: string; onClick: () => void } {
    return { label: 'Undo', onClick: () => this.undo() };
  }

  #enqueue(direction: Direction): void {
    this.#queue = this.#queue.then(() => this.#step(direction));
  }

  /** Undoes or redoes the project's last edit, after saving unsaved changes, which count as edits too. */
  async #step(direction: Direction): Promise<void> {
    const words = WORDS[direction];
    dismissCurrent();
    if (!(await this.#saver.saveAll())) return;
    await this.#changes.settled();
    const before = this.#store.getState().sections;
    const select = selectAfterEdit(this.#store);
    let done: string | null = null;
    const send = async (): Promise<void> => {
      ({ done } = await call(words.call, { params: { id: this.#store.getState().projectId } }));
    };
    await this.#changes.run(send, { title: words.failed, fallback: 'Please try again.' });
    if (done === null) return;
    const id = affectedSection(before, this.#store.getState().sections);
    if (id) select(id);
    announce(`${words.done}: ${done}`);
    toast({
      title: words.done,
      description: done,
      action: { label: words.back, onClick: () => this.#enqueue(direction === 'undo' ? 'redo' : 'undo') },
    });
  }
}
