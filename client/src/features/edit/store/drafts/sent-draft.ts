import { MAX_TEXT, MAX_TITLE } from '#contract/limits.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { tooLong } from '../../../../lib/format.ts';
import type { Draft } from '../../section/drafts.ts';
import { changedFields, type Field } from './elsewhere.ts';

/**
 * Returns why the server would reject a draft; `null` if it is valid. A text that is too long is not sent
 * until it is shortened.
 */
export const problemOf = ({ title = '', transcription = '', typed = '' }: Draft): string | null =>
  tooLong(title, MAX_TITLE) ??
  tooLong(transcription, MAX_TEXT, 'A text') ??
  tooLong(typed, MAX_TEXT, 'A text');

/** Returns the server's values of the sent fields. */
export const savedOf = (saved: Section, sent: SectionUpdate): SectionUpdate =>
  Object.fromEntries(
    Object.keys(sent).map((field) => [field, saved[field as keyof SectionUpdate]]),
  ) as SectionUpdate;

/** Returns the fields of a response that differ from before and were not sent: another tab changed them. */
export function changedBeside(before: Section | undefined, saved: Section, sent: Draft): Field[] {
  // The text follows the range.
  const isText = sent.typed !== undefined || sent.startTime !== undefined || sent.endTime !== undefined;
  return before
    ? changedFields(before, saved).filter(
        (field) => !(field in sent) && !(isText && field === 'transcription'),
      )
    : [];
}

/** Returns the changes that were made while the call was pending. */
export function stillUnsaved(draft: Draft | undefined, sent: Draft): Draft | undefined {
  const unsent = Object.entries(draft ?? {}).filter(([field, value]) => sent[field as keyof Draft] !== value);
  return unsent.length > 0 ? Object.fromEntries(unsent) : undefined;
}
