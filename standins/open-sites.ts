import { readdir } from 'node:fs/promises';
import type { CreateSite, Mount } from './mount.ts';

const SITES = new URL('./sites/', import.meta.url);

/**
 * Creates the stand-ins for all searchable sites, one for each file of `sites/`, from the sources or the
 * build.
 */
export async function openSites(...options: Parameters<CreateSite>): Promise<Mount[]> {
  const files = (await readdir(SITES)).filter((name) => /\.(ts|mjs)$/.test(name));
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, SITES).href) as Promise<{ createSite: CreateSite }>),
  );
  return modules.map(({ createSite }) => createSite(...options));
}
