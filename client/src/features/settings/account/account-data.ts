import * as calls from '#contract/calls/index.ts';
import type { DataExport, ExistingConflict, ExistingProjects, ImportResult } from '#contract/export.ts';
import { ApiError, call, callRaw } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { plural } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/film/download.ts';
import { keys, libraryChanged } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toast.ts';
import { failure } from '../parts/failure.ts';

/** The server's limit, which is checked before anything is sent. */
const MAX_BYTES = 10 * 1_048_576;
const IMPORT_FAILED = 'Import Failed';

/** Saves all data of the account as one file, or as several if it is large. */
export async function exportMyData(): Promise<void> {
  const save = async (): Promise<void> => {
    const names: string[] = [];
    let part: string | undefined;
    do {
      const response: Response = await callRaw(calls.exportAccount, { query: { part } });
      names.push(await saveFile(response));
      part = response.headers.get('x-next-part') ?? undefined;
    } while (part !== undefined);
    const [first, ...more] = names;
    const saved = more.length > 0 ? `${names.length} files, from ${first} to ${more.at(-1)}` : first;
    toast({ title: 'Data Exported', description: `Your data was saved as ${saved}.` });
  };
  await attempt(save, failure('Export Failed', 'Your data could not be exported. Please try again.'));
}

/** Asks what to do with projects that the account already has; `null` cancels. */
export type AskExisting = (existing: ExistingConflict) => Promise<'add' | 'skip' | null>;

/** Imports the projects of an exported file. */
export async function importData(file: File, ask: AskExisting): Promise<void> {
  const refuse = (description: string): unknown =>
    toast({ title: IMPORT_FAILED, description, variant: 'destructive' });
  if (file.size > MAX_BYTES) {
    refuse('Imported files can be up to 10 MB.');
    return;
  }
  let body: DataExport;
  try {
    // The server checks whether the file is an export.
    body = JSON.parse(await file.text()) as DataExport;
  } catch {
    refuse('This file is not a Cutroom export.');
    return;
  }
  await attempt(
    async () => {
      const result = await sendImport(body, 'ask', ask);
      if (result === null) return;
      void queryClient.invalidateQueries({ queryKey: keys.stats });
      libraryChanged();
      toast({ title: 'Data Imported', description: describe(result) });
    },
    failure(IMPORT_FAILED, 'The file could not be imported. Please try again.'),
  );
}

/**
 * Sends a file, and sends it again after asking about projects that the account already has. Returns `null`
 * if the user cancelled.
 */
async function sendImport(
  body: DataExport,
  existing: ExistingProjects,
  ask: AskExisting,
): Promise<ImportResult | null> {
  try {
    return await call(calls.importAccount, { query: { existing }, body });
  } catch (error) {
    const isQuestion = existing === 'ask' && error instanceof ApiError && error.status === 409;
    if (!isQuestion) throw error;
    const answer = await ask(error.details as ExistingConflict);
    return answer && sendImport(body, answer, ask);
  }
}

function describe({ projects, skipped }: ImportResult): string {
  const here =
    skipped > 0
      ? ` ${skipped} ${plural(skipped, 'project')} skipped: imported before, or already in your account.`
      : '';
  if (projects === 0) return `No project was added.${here}`;
  return `${projects} ${plural(projects, 'project')} added; the media is being prepared.${here}`;
}
