import {
  type Version,
  type VersionChanges,
  versionChangesSchema,
  type VersionRestored,
  versionRestoredSchema,
  versionSchema,
} from '#contract/versions.ts';
import type { Backend } from '#core/backend.ts';
import type { Editor } from '../data/editor.ts';
import { endGeneration } from '../data/film.ts';

/** The calls for the versions of an editor's project, whose films have no contents. */
export function versionsOf(backend: Backend, edit: Editor) {
  const start = async (body: object = {}): Promise<string> =>
    (await edit.call('POST', edit.path('/generate'), { quality: '720p', ...body })).json().runId;
  const list = async (): Promise<Version[]> =>
    versionSchema.array().parse((await edit.call('GET', edit.path('/versions'))).json());
  const goBack = (id: string, sectionIds: string[]) =>
    edit.call('POST', edit.path(`/versions/${id}/restore`), { sectionIds });
  const sectionIds = async () => (await edit.read()).sections.map(({ id }) => id);
  return {
    start,
    generate: async (body: object = {}) => endGeneration(backend, await start(body)),
    list,
    /** Returns the ID of the newest version. */
    newest: async (): Promise<string> => (await list())[0]!.id!,
    changes: async (id: string, query = ''): Promise<VersionChanges> =>
      versionChangesSchema.parse(
        (await edit.call('GET', edit.path(`/versions/${id}/changes${query}`))).json(),
      ),
    goBack,
    /** Returns the IDs of the sections in order. */
    shown: sectionIds,
    /** Restores a version in the current project. */
    restore: async (id: string): Promise<VersionRestored> =>
      versionRestoredSchema.parse((await goBack(id, await sectionIds())).json()),
  };
}
