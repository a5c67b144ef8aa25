import { isSameSetting } from '#film/section-settings.ts';
import { type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';

/** The fields that an edit changes besides the settings. A missing field does not compile. */
const EDITED: Record<Exclude<keyof SectionUpdate, keyof SectionSettings>, true> = {
  title: true,
  transcription: true,
  startTime: true,
  endTime: true,
  videoURL: true,
};
const COMPARED = [...Object.keys(EDITED), ...SETTINGS] as (keyof SectionUpdate)[];

/**
 * Returns the section that an undo or redo affected: a new one, otherwise a changed one, otherwise a moved
 * one, otherwise the one in place of a removed one. Both lists are in the film's order. Returns `null` if
 * they are equal.
 */
export function affectedSection(before: Section[], after: Section[]): string | null {
  const byId = new Map(before.map((section) => [section.id, section]));
  const added = after.find(({ id }) => !byId.has(id));
  if (added) return added.id;

  const changed = after.find((section) => {
    const old = byId.get(section.id);
    return COMPARED.some((field) => !isSameSetting(old?.[field], section[field]));
  });
  if (changed) return changed.id;

  const remainingIds = new Set(after.map(({ id }) => id));
  const deletedIndex = before.findIndex(({ id }) => !remainingIds.has(id));
  if (deletedIndex >= 0) return after[Math.min(deletedIndex, after.length - 1)]?.id ?? null;
  return after.find(({ id }, index) => before[index]?.id !== id)?.id ?? null;
}
