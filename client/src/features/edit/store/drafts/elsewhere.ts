import { isSameSetting } from '#film/section-settings.ts';
import { SETTINGS } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import type { Draft } from '../../section/drafts.ts';

export type Field = keyof SectionUpdate;

/** The changes of another tab or device in a section. */
export interface Elsewhere {
  fields: Field[];
  /** The values of this tab that the change replaced. */
  mine: SectionUpdate;
  /** A number that increases with each change on this page, so that a field can discard an earlier note. */
  count: number;
}

// A section's words in another language are not shown: the fields of the shown language are compared instead.
const FIELDS: Field[] = [
  'title',
  'transcription',
  'startTime',
  'endTime',
  'videoURL',
  ...SETTINGS.filter((name) => name !== 'localized'),
];
const RANGE: Field[] = ['startTime', 'endTime'];

/** Whether two values are equal once saved: the server trims texts. */
const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.trim() === other.trim()
    : isSameSetting(one, other);

/** Returns the fields of a section that differ between two states. */
export const changedFields = (before: Partial<Record<Field, unknown>>, after: Section): Field[] =>
  FIELDS.filter((field) => before[field] !== undefined && !isSame(before[field], after[field]));

const pick = <T extends SectionUpdate>(from: T, fields: Field[]): SectionUpdate =>
  Object.fromEntries(fields.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])));

let lastCount = 0;

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Returns a draft without the fields that were changed elsewhere; `undefined` if it would be empty. */
export function withoutChanged(draft: Draft, changed: Field[]): Draft | undefined {
  let { typed, ...remaining } = draft;
  // Both ends of a range are one choice, and a text that follows a range belongs to it.
  if (RANGE.some((field) => changed.includes(field))) {
    const { startTime: _start, endTime: _end, ...rest } = remaining;
    remaining = typed === undefined ? rest : { ...rest, transcription: typed };
    typed = undefined;
  }
  if (changed.includes('transcription')) typed = undefined;
  const unchanged = Object.entries(remaining).filter(([field]) => !changed.includes(field as Field));
  const next: Draft = { ...Object.fromEntries(unchanged), ...(typed !== undefined && { typed }) };
  return isEmpty(next) ? undefined : next;
}

/**
 * Adds a change from elsewhere to those that are not dismissed. Returns `undefined` if this tab's values are
 * restored.
 */
export function addElsewhere(
  previous: Elsewhere | undefined,
  section: Section,
  { fields, replaced }: { fields: Field[]; replaced: SectionUpdate },
): Elsewhere | undefined {
  const values = { ...previous?.mine, ...replaced };
  const isBack = (field: Field): boolean =>
    values[field] !== undefined && isSame(values[field], section[field]);
  const remaining = [...new Set([...(previous?.fields ?? []), ...fields])].filter((field) => !isBack(field));
  if (remaining.length === 0) return undefined;
  return {
    fields: remaining,
    mine: pick(values, remaining),
    count: fields.length > 0 ? ++lastCount : (previous?.count ?? 0),
  };
}

/** Returns this tab's values of the changed fields: unsaved ones, otherwise the last saved ones. */
export const valuesHere = (fields: Field[], draft: Draft | undefined, own: SectionUpdate | undefined) => ({
  ...pick(own ?? {}, fields),
  ...pick(draft ?? {}, fields),
  ...(fields.includes('transcription') &&
    draft?.transcription === undefined &&
    draft?.typed !== undefined && { transcription: draft.typed }),
});

/** Returns a change without the fields that this tab has edited. Replaced values stay restorable. */
export function afterEdit(previous: Elsewhere | undefined, patch: SectionUpdate): Elsewhere | undefined {
  const fields =
    previous?.fields.filter((field) => !(field in patch) || previous.mine[field] !== undefined) ?? [];
  return previous && fields.length > 0 ? { ...previous, fields } : undefined;
}

/** Returns a record with an entry replaced, or without it. */
export function withEntry<T>(record: Record<string, T>, id: string, value: T | undefined): Record<string, T> {
  const { [id]: _, ...others } = record;
  return value === undefined ? others : { ...others, [id]: value };
}
