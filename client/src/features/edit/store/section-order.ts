import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import { EditorActions } from './history.ts';

/** The order of the film's sections. If several moves follow each other, only the last order is sent. */
export class Order extends EditorActions {
  #sending = false;

  /** Moves sections as a block, so that `place` of the other sections precede them. */
  move(ids: string[], place: number): void {
    const { sections } = this.store.getState();
    const chosen = new Set(ids);
    const moved = sections.filter(({ id }) => chosen.has(id));
    const others = sections.filter(({ id }) => !chosen.has(id));
    if (moved.length === 0 || place < 0 || place > others.length) return;
    const next = others.toSpliced(place, 0, ...moved);
    if (!this.#apply(next)) return;
    const subject = moved.length === 1 ? `${moved[0]?.title} is` : `${moved.length} sections are`;
    announce(`${subject} now ${place + 1} of ${next.length}`);
  }

  /** Shows an order and sends it. Returns `false` if it is the current order. */
  #apply(next: Section[]): boolean {
    const { sections } = this.store.getState();
    if (next.every(({ id }, index) => id === sections[index]?.id)) return false;
    this.store.setState({ sections: next });
    if (!this.#sending) void this.#send();
    return true;
  }

  /** Sets the order of all sections. Has no effect if the IDs are not exactly those of the sections. */
  arrange(ids: string[]): void {
    const { sections } = this.store.getState();
    const byId = new Map(sections.map((section) => [section.id, section]));
    const next = ids.flatMap((id) => byId.get(id) ?? []);
    if (next.length !== sections.length || new Set(next).size !== next.length) return;
    this.#apply(next);
  }

  /** Moves sections by one place: one alone, or several as one block. */
  moveBy(ids: string[], by: 1 | -1): void {
    const chosen = new Set(ids);
    const first = this.store.getState().sections.findIndex(({ id }) => chosen.has(id));
    this.move(ids, first + by);
  }

  /** Moves a section to the position of another one, together with all checked sections if it is checked. */
  drop(id: string, overId: string): void {
    const { sections, checked } = this.store.getState();
    const from = sections.findIndex((section) => section.id === id);
    const to = sections.findIndex((section) => section.id === overId);
    // A drop outside the list's rows changes nothing.
    if (from < 0 || to < 0 || from === to) return;
    if (!checked.includes(id)) return this.move([id], to);
    const together = new Set(checked);
    // Sections dropped below their origin follow the target row, others precede it.
    const before = sections.slice(0, from < to ? to + 1 : to);
    this.move(checked, before.filter((section) => !together.has(section.id)).length);
  }

  async #send(): Promise<void> {
    this.#sending = true;
    const orderNow = (): string[] => this.store.getState().sections.map((section) => section.id);
    const send = async (): Promise<void> => {
      try {
        let sent: string[];
        do {
          sent = orderNow();
          const params = { id: this.store.getState().projectId };
          await call(calls.reorderSections, { params, body: { sectionIds: sent } });
        } while (sent.join() !== orderNow().join());
      } finally {
        this.#sending = false;
      }
      toast({
        title: 'Sections Reordered',
        description: 'The new order is saved.',
        action: this.history.undoAction(),
      });
    };
    await this.changes.run(send, {
      title: 'Update Failed',
      description: 'Could not save the new order. The list shows the saved order.',
    });
  }
}

/** The checked sections, which are moved and deleted together. */
export class Checks extends EditorActions {
  /** The row that was checked or unchecked last, where a range starts. */
  #anchor: string | null = null;

  /**
   * Checks or unchecks a section. With `range`, this applies to all sections from the last one to this one.
   */
  toggle(id: string, range: boolean): void {
    const { sections, checked } = this.store.getState();
    const ids = sections.map((section) => section.id);
    const to = ids.indexOf(id);
    const anchor = range && this.#anchor !== null ? ids.indexOf(this.#anchor) : -1;
    const from = anchor < 0 ? to : anchor;
    const reached = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
    const on = !checked.includes(id);
    const others = checked.filter((other) => !reached.has(other));
    this.#anchor = id;
    this.store.setState({ checked: on ? [...others, ...reached] : others });
  }

  /** Checks all sections, or unchecks them if all are checked. */
  toggleAll(): void {
    const { sections, checked } = this.store.getState();
    const all = checked.length === sections.length;
    this.store.setState({ checked: all ? [] : sections.map(({ id }) => id) });
  }

  /** Returns the targets of Del and the moving keys: the checked sections, otherwise the selected one. */
  actedOn(): string[] {
    const { checked, selectedId } = this.store.getState();
    if (checked.length > 0) return checked;
    return selectedId === null ? [] : [selectedId];
  }
}
