import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelId, MODELS } from '#core/models/manifest.ts';
import { downloadName, type Model, type ModelFile } from '#core/models/model.ts';
import { atEnd } from '../at-end.ts';
import { type FileSite, type SiteFile, startFileSite } from '../outside/file-site.ts';

export const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export interface MadeFile {
  path: string;
  /** The bytes that the site sends. */
  content: Buffer;
  pinned?: boolean;
  unpack?: ModelFile['unpack'];
  /** The largest size after unpacking; 1 MB by default. */
  most?: number;
  /** How the site sends the file. */
  site?: Partial<SiteFile>;
  /** Further sources, which precede the site. */
  sources?: string[];
}

export interface ModelSite extends FileSite {
  modelsDir: string;
  /** Returns a model file's path on the site. */
  pathOf(id: ModelId, name: string): string;
}

/** Creates a folder whose own manifest lists these generated files, and a site that serves them. */
export async function startModelSite(models: Partial<Record<ModelId, MadeFile[]>>): Promise<ModelSite> {
  const modelsDir = await mkdtemp(join(tmpdir(), 'cutroom-models-'));
  const pathOf = (id: ModelId, name: string) => `/${id}/${name}`;
  const site = await startFileSite({});
  const manifest: Partial<Record<ModelId, Model>> = {};
  for (const [id, made] of Object.entries(models) as [ModelId, MadeFile[]][]) {
    const files = made.map((file): ModelFile => {
      const { path, content, pinned = true, unpack, most = 2 ** 20, sources = [] } = file;
      const name = downloadName({ path, bytes: null, sha256: null, sources: [], unpack });
      site.files[pathOf(id, name)] = { content, type: 'application/octet-stream', ...file.site };
      return {
        path,
        bytes: pinned ? content.length : null,
        sha256: pinned ? sha256Of(content) : null,
        sources: [...sources, site.url + pathOf(id, name)],
        ...(unpack && { unpack, unpackedBytes: most }),
      };
    });
    manifest[id] = { ...MODELS[id], files };
  }
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify(manifest));
  atEnd(async () => {
    await site.close();
    await rm(modelsDir, { recursive: true, force: true });
  });
  return { ...site, modelsDir, pathOf };
}
