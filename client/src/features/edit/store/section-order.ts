import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import type { Changes } from './change.ts';
import type { History } from './history.ts';
import type { EditorStore } from './state.ts';

/** The film's order. Several moves in a row send only the last order. */
export class Order {
  readonly #store: EditorStore;
  readonly #changes: Changes;
  readonly #history: History;
  #sending = false;

  constructor(store: EditorStore, changes: Changes, history: History) {
    this.#store = store;
    this.#changes = changes;
    this.#history = history;
  }

  /** Moves sections, which keep their relative order, so that `place` of the others precede them. */
  move(ids: string[], place: number): void {
    const { sections } = this.#store.getState();
    const wanted = new Set(ids);
    const moved = sections.filter(({ id }) => wanted.has(id));
    const others = sections.filter(({ id }) => !wanted.has(id));
    if (moved.length === 0 || place < 0 || place > others.length) return;
    const next = others.toSpliced(place, 0, ...moved);
    if (!this.#take(next)) return;
    const what = moved.length === 1 ? `${moved[0]?.title} is` : `${moved.length} sections are`;
    announce(`${what} now ${place + 1} of ${next.length}`);
  }

  /** Shows an order and sends it; false when it is there already. */
  #take(next: Section[]): boolean {
    const { sections } = this.#store.getState();
    if (next.every(({ id }, index) => id === sections[index]?.id)) return false;
    this.#store.setState({ sections: next });
    if (!this.#sending) void this.#send();
    return true;
  }

  /** Puts all sections into this order; does nothing when it is not of exactly them. */
  arrange(ids: string[]): void {
    const { sections } = this.#store.getState();
    const known = new Map(sections.map((section) => [section.id, section]));
    const next = ids.flatMap((id) => known.get(id) ?? []);
    if (next.length !== sections.length || new Set(next).size !== next.length) return;
    this.#take(next);
  }

  /** Moves sections by one place: one alone, or several as one block. */
  moveBy(ids: string[], by: 1 | -1): void {
    const wanted = new Set(ids);
    const first = this.#store.getState().sections.findIndex(({ id }) => wanted.has(id));
    this.move(ids, first + by);
  }

  /** Moves a section to another one's place, together with the checked ones if it is one of them. */
  drop(id: string, overId: string): void {
    const { sections, checked } = this.#store.getState();
    const from = sections.findIndex((section) => section.id === id);
    const to = sections.findIndex((section) => section.id === overId);
    // A drop onto anything but a row of this list changes nothing.
    if (from < 0 || to < 0 || from === to) return;
    if (!checked.includes(id)) return this.move([id], to);
    const together = new Set(checked);
    // Downwards they go after the target row, upwards before it.
    const before = sections.slice(0, from < to ? to + 1 : to);
    this.move(checked, before.filter((section) => !together.has(section.id)).length);
  }

  async #send(): Promise<void> {
    this.#sending = true;
    const orderNow = (): string[] => this.#store.getState().sections.map((section) => section.id);
    const send = async (): Promise<void> => {
      try {
        let sent: string[];
        do {
          sent = orderNow();
          const params = { id: this.#store.getState().projectId };
          await call(calls.reorderSections, { params, body: { sectionIds: sent } });
        } while (sent.join() !== orderNow().join());
      } finally {
        this.#sending = false;
      }
      toast({
        title: 'Sections Reordered',
        description: 'The new order is saved.',
        action: this.#history.undoAction(),
      });
    };
    await this.#changes.run(send, {
      title: 'Update Failed',
      description: 'Could not save the new order. The list shows the saved order.',
    });
  }
}
