import { type Section, type SectionSettings, type SectionUpdate, SETTINGS } from '#contract/sections.ts';

/** What an edit changes beside the settings; a field that is missing here does not compile. */
const EDITED: Record<Exclude<keyof SectionUpdate, keyof SectionSettings>, true> = {
  title: true,
  transcription: true,
  startTime: true,
  endTime: true,
  videoURL: true,
};
const LOOKED_AT = [...Object.keys(EDITED), ...SETTINGS] as (keyof SectionUpdate)[];

/**
 * The section that an undo or redo was about: one that came, else one that changed, else one that moved, else the
 * one that stands where one went. Both lists in the film's order; null when they are alike.
 */
export function affectedSection(before: Section[], after: Section[]): string | null {
  const known = new Map(before.map((section) => [section.id, section]));
  const came = after.find(({ id }) => !known.has(id));
  if (came) return came.id;

  const changed = after.find((section) => {
    const old = known.get(section.id);
    return LOOKED_AT.some((field) => old?.[field] !== section[field]);
  });
  if (changed) return changed.id;

  const left = new Set(after.map(({ id }) => id));
  const gone = before.findIndex(({ id }) => !left.has(id));
  if (gone >= 0) return after[Math.min(gone, after.length - 1)]?.id ?? null;
  return after.find(({ id }, index) => before[index]?.id !== id)?.id ?? null;
}
