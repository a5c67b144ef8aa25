import type { EditorStore } from './state.ts';

/** Which sections are moved and deleted together. */
export class Checks {
  readonly #store: EditorStore;
  /** The last row checked or unchecked, where a range starts. */
  #anchor: string | null = null;

  constructor(store: EditorStore) {
    this.#store = store;
  }

  /** Checks or unchecks a section; with `range` all from the last one to it change alike. */
  toggle(id: string, range: boolean): void {
    const { sections, checked } = this.#store.getState();
    const ids = sections.map((section) => section.id);
    const to = ids.indexOf(id);
    const anchor = range && this.#anchor !== null ? ids.indexOf(this.#anchor) : -1;
    const from = anchor < 0 ? to : anchor;
    const reached = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
    const on = !checked.includes(id);
    const others = checked.filter((other) => !reached.has(other));
    this.#anchor = id;
    this.#store.setState({ checked: on ? [...others, ...reached] : others });
  }

  /** Checks all, or none when all are checked. */
  toggleAll(): void {
    const { sections, checked } = this.#store.getState();
    const all = checked.length === sections.length;
    this.#store.setState({ checked: all ? [] : sections.map(({ id }) => id) });
  }

  /** The target of Del and the moving keys: the checked sections, otherwise the selected one. */
  actedOn(): string[] {
    const { checked, selectedId } = this.#store.getState();
    if (checked.length > 0) return checked;
    return selectedId === null ? [] : [selectedId];
  }
}
