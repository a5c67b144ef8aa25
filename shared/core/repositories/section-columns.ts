import { type SectionSettings, SETTINGS } from '#contract/sections.ts';
import type { Sections } from '../db/types.generated.ts';

/**
 * What each column of `sections` is, the settings aside; one that is missing here does not compile.
 * - content: what the section is; a copy has the same
 * - words: content that is read apart, of which there may be thousands
 * - own: the row's own; a copy gets another
 * - derived: made by Postgres
 * - size: made by Postgres too, for caps alone
 */
const COLUMNS = {
  id: 'own',
  project_id: 'own',
  position: 'own',
  object_id: 'own',
  kind: 'content',
  title: 'content',
  video_id: 'content',
  fetch_key: 'content',
  scan_key: 'content',
  start_ms: 'content',
  end_ms: 'content',
  start_reason: 'content',
  end_reason: 'content',
  original: 'content',
  words: 'words',
  words_key: 'derived',
  says_words: 'derived',
  text_bytes: 'size',
  created_at: 'own',
  updated_at: 'own',
  deleted_at: 'own',
} as const satisfies Record<
  Exclude<keyof Sections, keyof SectionSettings>,
  'content' | 'words' | 'own' | 'derived' | 'size'
>;
type Columns = typeof COLUMNS;
type ColumnOf<Kind extends Columns[keyof Columns]> = {
  [Name in keyof Columns]: Columns[Name] extends Kind ? Name : never;
}[keyof Columns];

function columnsOf<Kind extends Columns[keyof Columns]>(...kinds: Kind[]) {
  const names = Object.keys(COLUMNS) as (keyof Columns)[];
  return [...names.filter((name) => (kinds as string[]).includes(COLUMNS[name])), ...SETTINGS] as (
    ColumnOf<Kind> | keyof SectionSettings
  )[];
}

/** What is read of a section. */
export const ROW_COLUMNS = columnsOf('own', 'content', 'derived');
export type RowColumn = (typeof ROW_COLUMNS)[number];
/** What a copy of a section has as well. */
export const COPIED_COLUMNS = columnsOf('content', 'words');
