import { z } from 'zod';
import { generationPlanQuerySchema } from './generation.ts';
import { uuidSchema } from './primitives.ts';

/**
 * The formats of an exported edit: timelines for other editors, captions, and lists. `media` lists the files
 * that the other formats refer to.
 */
export const EXPORT_FORMATS = ['otio', 'fcpxml', 'edl', 'srt', 'vtt', 'txt', 'csv', 'media'] as const;
export const exportFormatSchema = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** GET /api/projects/{id}/export/{format}: the film that would be generated with these options. */
export const exportParamsSchema = z.object({ id: uuidSchema, format: exportFormatSchema });
export const exportQuerySchema = generationPlanQuerySchema.omit({ burnSubtitles: true });

/** The largest exported file, in bytes. */
export const EXPORT_MAX_BYTES = 16 * 2 ** 20;
/** The maximum number of events of an EDL, which numbers them with three digits. */
export const EDL_MAX_EVENTS = 999;
