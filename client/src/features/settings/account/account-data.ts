import * as calls from '#contract/calls/index.ts';
import type { DataExport, ImportResult } from '#contract/export.ts';
import { call, callRaw } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { plural } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/film/download.ts';
import { keys, libraryChanged } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toast.ts';
import { failure } from '../parts/failure.ts';

/** The server's limit; checked before anything is sent. */
const MAX_BYTES = 10 * 1_048_576;
const IMPORT_FAILED = 'Import Failed';

/** Saves everything of the account: as one file, or as several if it is large. */
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

/** Imports the projects of an exported file. */
export async function importData(file: File): Promise<void> {
  const refuse = (description: string): unknown =>
    toast({ title: IMPORT_FAILED, description, variant: 'destructive' });
  if (file.size > MAX_BYTES) {
    refuse('The file is larger than 10 MB, the limit of an import.');
    return;
  }
  let body: DataExport;
  try {
    // The server checks whether it is one.
    body = JSON.parse(await file.text()) as DataExport;
  } catch {
    refuse('This is not an exported file.');
    return;
  }
  await attempt(
    async () => {
      const result = await call(calls.importAccount, { body });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
      libraryChanged();
      toast({ title: 'Data Imported', description: describe(result) });
    },
    failure(IMPORT_FAILED, 'The file could not be imported. Please try again.'),
  );
}

function describe({ projects, skipped }: ImportResult): string {
  const here = skipped > 0 ? ` ${skipped} ${plural(skipped, 'project')} had been imported before.` : '';
  if (projects === 0) return `No project was added.${here}`;
  return `${projects} ${plural(projects, 'project')} added; the media is being prepared.${here}`;
}
