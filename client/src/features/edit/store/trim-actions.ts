import type { Section } from '#contract/sections.ts';
import { toast } from '../../../lib/toast.ts';
import { canSplit, hasRange, moveEdge, spanOf, type Edge, type Span } from '../section/ranges.ts';
import type { Saver } from './saver.ts';
import type { Sections } from './section-actions.ts';
import type { EditorStore } from './state.ts';

/** Edits of ranges; the videos themselves never change. */
export class Trims {
  readonly #store: EditorStore;
  readonly #saver: Saver;
  readonly #sections: Sections;

  constructor(store: EditorStore, saver: Saver, sections: Sections) {
    this.#store = store;
    this.#saver = saver;
    this.#sections = sections;
  }

  /** Changes a section's range. */
  trim(section: Section, to: Span): void {
    const patch = {
      ...(to.start === section.startTime ? {} : { startTime: to.start }),
      ...(to.end === section.endTime ? {} : { endTime: to.end }),
    };
    if (Object.keys(patch).length > 0) this.#saver.edit(section.id, patch);
  }

  /** Sets the in or the out point of the selected section to a second of its video. */
  setEdgeAt(edge: Edge, time: number): void {
    const section = this.#selected();
    if (section) this.trim(section, moveEdge(spanOf(section), edge, time, section.preview?.duration ?? 0));
  }

  /** Splits the selected section at a second of its video, if both parts are long enough. */
  splitAt(time: number): void {
    const section = this.#selected();
    if (!section) return;
    if (canSplit(spanOf(section), time)) void this.#sections.split(section.id, time);
    else
      toast({ title: 'Cannot Split Here', description: 'Move the playhead to the middle of the section.' });
  }

  #selected(): Section | null {
    const { sections, selectedId } = this.#store.getState();
    const section = sections.find(({ id }) => id === selectedId);
    return section && hasRange(section) ? section : null;
  }
}
