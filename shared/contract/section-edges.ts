import { z } from 'zod';
import { MAX_TRANSITION } from './section-settings.ts';

/** The longest part of a crossfade on either side of its cut, in ms. More is never used beyond a section. */
export const MAX_HANDLE_MS = (MAX_TRANSITION * 1000) / 2;

const handleMs = z.number().min(0).max(MAX_HANDLE_MS);

/** The material that a crossfade may use at one edge of a section, in ms of the film. */
export const sectionEdgeSchema = z.object({
  /** Video of the same shot beyond the edge. */
  handleMs,
  /** Audio without a word, from the edge into the section. */
  insideMs: handleMs,
  /** Audio without a word beyond the edge. */
  outsideMs: handleMs,
});
export type SectionEdge = z.infer<typeof sectionEdgeSchema>;

/** Both edges of a section. */
export const sectionEdgesSchema = z.object({
  start: sectionEdgeSchema,
  end: sectionEdgeSchema,
});
export type SectionEdges = z.infer<typeof sectionEdgesSchema>;
