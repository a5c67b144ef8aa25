import { z } from 'zod';
import { MAX_TRANSITION } from './section-settings.ts';

/** The longest part of a crossfade on either side of its cut, in ms: more beyond a section is never used. */
export const MAX_HANDLE_MS = (MAX_TRANSITION * 1000) / 2;

const handleMs = z.number().min(0).max(MAX_HANDLE_MS);

/** What a crossfade may use at one end of a section, in ms of the film. */
export const sectionEdgeSchema = z.object({
  /** Video of the same shot beyond the end. */
  handleMs,
  /** Audio without a word, from the end into the section. */
  insideMs: handleMs,
  /** Audio without a word beyond the end. */
  outsideMs: handleMs,
});
export type SectionEdge = z.infer<typeof sectionEdgeSchema>;

/** Both ends of a section. */
export const sectionEdgesSchema = z.object({
  start: sectionEdgeSchema,
  end: sectionEdgeSchema,
});
export type SectionEdges = z.infer<typeof sectionEdgesSchema>;
