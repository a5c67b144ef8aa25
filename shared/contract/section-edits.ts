/** Edits of several sections, and the history of edits. */

import { z } from 'zod';
import { cutsSchema } from './cuts.ts';
import { uuidSchema } from './primitives.ts';
import { sectionSettingsSchema } from './section-settings.ts';

/** POST /api/projects/{id}/transitions: one transition for all joins. */
export const transitionsSchema = sectionSettingsSchema
  .pick({ transition: true, transitionSeconds: true })
  .strict();

/**
 * The labels of the next Undo and Redo, such as 'Delete "Sunrise"'; `null` if there is nothing to undo or
 * redo.
 */
export const editHistorySchema = z.object({ undo: z.string().nullable(), redo: z.string().nullable() });
export type EditHistory = z.infer<typeof editHistorySchema>;

/** POST /api/projects/{id}/undo and /redo: the label of the edit, and of the next ones. */
export const undoResultSchema = editHistorySchema.extend({ done: z.string() });

/** PATCH /api/projects/{id}/sections/reorder: exactly the project's sections, otherwise 409. */
export const reorderSchema = z.object({ sectionIds: z.array(uuidSchema).min(1).max(1000) });

/** POST /api/projects/{id}/sections/copy: `projectId` is the project that gets the copies. */
export const sectionsCopySchema = z
  .object({ sectionIds: z.array(uuidSchema).min(1).max(1000), projectId: uuidSchema })
  .strict();
export type SectionsCopy = z.infer<typeof sectionsCopySchema>;
export const sectionsCopiedSchema = z.object({ copied: z.int() });

/** POST /api/projects/{id}/sections/delete: several sections, undone together. */
export const sectionsDeleteSchema = z.object({ sectionIds: z.array(uuidSchema).min(1).max(1000) }).strict();

/** POST /api/projects/{id}/sections/cut: the cuts of several sections, undone together. */
export const sectionsCutSchema = z
  .object({
    sections: z
      .array(z.object({ sectionId: uuidSchema, cuts: cutsSchema }).strict())
      .min(1)
      .max(1000),
  })
  .strict();
