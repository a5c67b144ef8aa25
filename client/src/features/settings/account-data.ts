import type { ImportResult } from '#contract/export.ts';
import { call, callRaw } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { saveLink } from '../../lib/download.ts';
import { keys, libraryChanged } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { failToast } from './fail-toast.ts';

/** What the server takes at most; told before anything is sent. */
const MAX_BYTES = 10 * 1_048_576;
const IMPORT_FAILED = 'Import Failed';

/** Lets the browser save everything of the account: as a file, or as several when it is much. */
export async function exportMyData(): Promise<void> {
  try {
    const names: string[] = [];
    for (let part: string | null = ''; part !== null;) {
      const response = await callRaw('GET', `/api/user/export${part && `?part=${part}`}`);
      const disposition = response.headers.get('content-disposition') ?? '';
      const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'cutroom-data.json';
      const link = URL.createObjectURL(await response.blob());
      saveLink(link, name);
      URL.revokeObjectURL(link);
      names.push(name);
      part = response.headers.get('x-next-part');
    }
    const [first, ...more] = names;
    const saved = more.length > 0 ? `${names.length} files, from ${first} to ${more.at(-1)}` : first;
    toast({ title: 'Data Exported', description: `Your data was saved as ${saved}.` });
  } catch (error) {
    failToast('Export Failed', error, 'Your data could not be exported. Please try again.');
  }
}

/** Takes over the projects of an exported file. */
export async function importData(file: File): Promise<void> {
  const refuse = (description: string): unknown =>
    toast({ title: IMPORT_FAILED, description, variant: 'destructive' });
  if (file.size > MAX_BYTES) {
    refuse('The file is larger than 10 MB, the most that can be imported.');
    return;
  }
  let body: unknown;
  try {
    body = JSON.parse(await file.text());
  } catch {
    refuse('This is not a file of exported data.');
    return;
  }
  try {
    const result = await call<ImportResult>('POST', '/api/user/import', { body });
    void queryClient.invalidateQueries({ queryKey: keys.stats });
    libraryChanged();
    toast({ title: 'Data Imported', description: describe(result) });
  } catch (error) {
    failToast(IMPORT_FAILED, error, 'The file could not be imported. Please try again.');
  }
}

function describe({ projects, skipped }: ImportResult): string {
  const here = skipped > 0 ? ` ${skipped} ${plural(skipped, 'project')} had been imported before.` : '';
  if (projects === 0) return `No project was added.${here}`;
  return `${projects} ${plural(projects, 'project')} added; the media is being prepared.${here}`;
}
