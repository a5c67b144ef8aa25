import { MAX_CUTS, type Part } from '#contract/cuts.ts';
import { withCuts, withoutPart } from '#film/time/cuts.ts';
import { excerptMs } from '#film/time/section-length.ts';
import type { Section } from '#contract/sections.ts';
import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import {
  sectionExcerpt,
  hasRange,
  MIN_RANGE,
  moveEdge,
  spanOf,
  type Edge,
  type Span,
} from '../section/ranges.ts';
import { EditorActions } from './history.ts';
import { selectedSection } from './state.ts';

/** Edits of ranges and cuts; the videos themselves never change. */
export class Trims extends EditorActions {
  /** Changes a section's range. */
  trim(section: Section, to: Span): void {
    const range = { startMs: to.start * 1000, endMs: to.end * 1000 };
    if (section.cuts.length > 0 && excerptMs({ ...sectionExcerpt(section), ...range }) < MIN_RANGE * 1000) {
      toast({
        title: 'Cannot Trim This',
        description: 'Almost all of this is already cut. Restore some of it first.',
      });
      return;
    }
    const patch = {
      ...(to.start === section.startTime ? {} : { startTime: to.start }),
      ...(to.end === section.endTime ? {} : { endTime: to.end }),
    };
    if (Object.keys(patch).length > 0) this.saver.edit(section.id, patch);
  }

  /**
   * Returns the cuts of a section together with more parts. Returns `null` and shows a toast if too little
   * would be left.
   */
  cutsWith(section: Section, parts: readonly Part[]): Part[] | null {
    const cuts = withCuts(section.cuts, parts);
    const isShort = excerptMs({ ...sectionExcerpt(section), cuts }) < MIN_RANGE * 1000;
    if (isShort || cuts.length > MAX_CUTS) {
      const description = isShort
        ? `"${section.title}" must last at least half a second. Delete the section instead.`
        : `"${section.title}" would have more than ${MAX_CUTS} cuts. Split it first.`;
      toast({ title: 'Cannot Cut This', description });
      return null;
    }
    return cuts;
  }

  /**
   * Cuts parts out of a section's video. `label` describes them. Returns `false` if too little would be left.
   */
  cut(section: Section, parts: readonly Part[], label: string): boolean {
    const cuts = this.cutsWith(section, parts);
    if (!cuts) return false;
    this.saver.set(section.id, { cuts });
    announce(`${label} cut out`);
    return true;
  }

  /** Restores parts of a section that were cut out. `label` describes them. */
  restore(section: Section, parts: readonly Part[], label: string): void {
    this.saver.set(section.id, { cuts: parts.reduce(withoutPart, section.cuts) });
    announce(`${label} restored`);
  }

  /** Sets the in or the out point of the selected section to a time of its video, in seconds. */
  setEdgeAt(edge: Edge, time: number): void {
    const section = selectedSection(this.store.getState());
    if (section && hasRange(section))
      this.trim(section, moveEdge(spanOf(section), edge, time, section.preview?.duration ?? 0));
  }
}
