import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { transcriptWordSchema } from '#contract/jobs/processing.ts';
import { sectionSettingsSchema, SETTINGS } from '#contract/section-settings.ts';
import type { Executor } from '../../db/database.ts';
import { boundOriginal, boundText } from '#text/transcript/bound-text.ts';
import { findScansOfFetched } from './scans.ts';
import { settingColumns } from './section-columns.ts';
import { boundaryColumns, type Original } from './sections.ts';

const sectionTextSchema = z.object({ text: z.string(), translatedFrom: z.string().nullable() });

/**
 * The part of a section that an edit can change. Its own video never changes. `texts` is by language; `words`
 * is present only if an edit replaces them.
 */
export const sectionStateSchema = z.object({
  position: z.int(),
  title: z.string(),
  objectId: z.uuid().nullable(),
  fetchKey: z.string().nullable(),
  startMs: z.int(),
  endMs: z.int(),
  startReason: z.string(),
  endReason: z.string(),
  ...sectionSettingsSchema.shape,
  original: z.unknown(),
  deleted: z.boolean(),
  texts: z.record(z.string(), sectionTextSchema.nullable()),
  words: transcriptWordSchema.array().optional(),
});
export type SectionState = z.infer<typeof sectionStateSchema>;

/** The fields of a section to write. A language whose text is `null` is removed. */
const sectionChangeSchema = sectionStateSchema.partial();
export type SectionChange = z.infer<typeof sectionChangeSchema>;

/** Changes by section ID. */
export const sectionChangesSchema = z.record(z.uuid(), sectionChangeSchema);
export type SectionChanges = z.infer<typeof sectionChangesSchema>;

/** Returns the states of all sections of a project by ID, including deleted ones, and the words of some. */
export async function readStates(
  trx: Executor,
  projectId: string,
  withWords: readonly string[] = [],
): Promise<Map<string, SectionState>> {
  const { rows } = await sql<Omit<SectionState, 'words'> & { id: string; words: unknown }>`
    SELECT id, position, title, object_id, fetch_key, start_ms,
      end_ms, start_reason, end_reason, original,
      ${sql.join(SETTINGS.map((name) => sql.ref(name)))},
      deleted_at IS NOT NULL AS deleted,
      CASE WHEN id = ANY(${[...withWords]}::uuid[]) THEN words END AS words,
      COALESCE((SELECT jsonb_object_agg(language, jsonb_build_object('text', text, 'translatedFrom', translated_from))
        FROM section_texts WHERE section_id = sections.id), '{}') AS texts
    FROM sections WHERE project_id = ${projectId}`.execute(trx);
  return new Map(
    rows.map(({ id, words, ...state }) => [
      id,
      words === null ? state : { ...state, words: transcriptWordSchema.array().parse(words) },
    ]),
  );
}

/** Returns the changes that lead from each of two states to the other; `undefined` if they are equal. */
export function diffStates(
  before: SectionState,
  after: SectionState,
): { before: SectionChange; after: SectionChange } | undefined {
  const { texts: textsBefore, ...fieldsBefore } = before;
  const { texts: textsAfter, ...fieldsAfter } = after;
  const fields = differing(fieldsBefore, fieldsAfter);
  const languages = differing(textsBefore, textsAfter);
  if (fields.length + languages.length === 0) return undefined;
  const side = (state: Omit<SectionState, 'texts'>, texts: SectionState['texts']): SectionChange => ({
    ...Object.fromEntries(fields.map((field) => [field, state[field]])),
    ...(languages.length > 0 && {
      texts: Object.fromEntries(languages.map((language) => [language, texts[language] ?? null])),
    }),
  });
  return { before: side(fieldsBefore, textsBefore), after: side(fieldsAfter, textsAfter) };
}

function differing<T extends object>(a: T, b: T): (keyof T & string)[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof T & string>;
  return [...keys].filter((key) => !isDeepStrictEqual(a[key], b[key]));
}

/** Writes changes of sections. Sections that no longer exist are skipped. */
export async function writeStates(trx: Executor, changes: SectionChanges): Promise<void> {
  for (const [id, { texts, ...change }] of Object.entries(changes)) {
    const { numUpdatedRows } = await trx
      .updateTable('sections')
      .set({ ...changedColumns(change), updatedAt: sql`now()` })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await writeTexts(trx, id, texts ?? {});
  }
  const moved = Object.entries(changes).filter(([, change]) => change.fetchKey !== undefined);
  const scans = await findScansOfFetched(
    trx,
    moved.flatMap(([, { fetchKey }]) => fetchKey ?? []),
  );
  for (const [id, { fetchKey }] of moved) {
    const scan = scans.get(fetchKey ?? '');
    await trx
      .updateTable('sections')
      .set({
        scanKey: scan?.scanKey ?? null,
        ...(scan && { endMs: sql`GREATEST(start_ms, LEAST(end_ms, ${scan.durationMs}::int))` }),
      })
      .where('id', '=', id)
      .execute();
  }
}

function changedColumns(change: Omit<SectionChange, 'texts'>) {
  return {
    ...(change.words && { words: JSON.stringify(change.words) }),
    position: change.position,
    title: change.title,
    startMs: change.startMs,
    endMs: change.endMs,
    ...boundaryColumns({ start: change.startReason, end: change.endReason }),
    ...settingColumns(change),
    ...(change.original !== undefined && {
      original: change.original === null ? null : JSON.stringify(boundOriginal(change.original as Original)),
    }),
    ...(change.deleted !== undefined && { deletedAt: change.deleted ? sql<Date>`now()` : null }),
    // Media that were purged meanwhile cannot be restored.
    ...(change.objectId !== undefined && {
      objectId: sql<string>`(SELECT id FROM objects WHERE id = ${change.objectId})`,
    }),
    ...(change.fetchKey !== undefined && {
      fetchKey: sql<string>`(SELECT key FROM artifacts WHERE key = ${change.fetchKey})`,
    }),
  };
}

async function writeTexts(trx: Executor, id: string, texts: SectionState['texts']): Promise<void> {
  for (const [language, text] of Object.entries(texts)) {
    if (text === null) {
      const inLanguage = trx.deleteFrom('sectionTexts').where('language', '=', language);
      await inLanguage.where('sectionId', '=', id).execute();
      continue;
    }
    const { translatedFrom: from } = text;
    const values = { text: boundText(text.text), translatedFrom: from === null ? null : boundText(from) };
    await trx
      .insertInto('sectionTexts')
      .values({ sectionId: id, language, ...values })
      .onConflict((oc) =>
        oc.columns(['sectionId', 'language']).doUpdateSet({ ...values, updatedAt: sql`now()` }),
      )
      .execute();
  }
}
