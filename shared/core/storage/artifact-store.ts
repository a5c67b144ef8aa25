import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { JobDefinition } from '#contract/jobs/job.ts';
import { isConnectionError } from '../lib/outages.ts';
import type { Database } from '../db/database.ts';
import {
  type Artifact,
  type ArtifactFile,
  deleteArtifact,
  insertArtifact,
  touchArtifact,
} from '../repositories/media/artifacts.ts';
import { type FileCap, refuseFilesOver } from '../repositories/account/holdings.ts';
import { missingFile, type Storage } from './storage.ts';

export interface Built<T> {
  key: string;
  data: T;
  files: readonly ArtifactFile[];
  /**
   * Opens one of its files. Only then does a store that is not on this machine send it.
   * @returns its local path, readable as long as the storage's `localPath` states
   * @throws Error with the code ENOENT if there is no such file
   */
  path(name: string): Promise<string>;
  /** Returns one of its files without opening it. @throws Error with the code ENOENT */
  file(name: string): ArtifactFile;
  /** The path, or `undefined` if the step that made the artifact made no such file. */
  pathIfAny(name: string): Promise<string | undefined>;
  /** Whether the artifact already existed. */
  reused: boolean;
}

type AnyJob<R extends z.ZodType> = Pick<JobDefinition<string, z.ZodType, R>, 'name' | 'version' | 'result'>;

export interface ArtifactStore {
  /** Returns the artifact of a key, or `undefined`. */
  find<R extends z.ZodType>(job: AnyJob<R>, key: string): Promise<Built<z.output<R>> | undefined>;
  /** Removes a damaged artifact, so that it is not used again. A newer one stays. */
  discard(damaged: Built<unknown>): Promise<void>;
  /** Returns the artifact if it exists. Otherwise makes it in a private folder, checks it and stores it. */
  build<R extends z.ZodType>(
    job: AnyJob<R>,
    key: string,
    ownerId: string | null,
    make: (dir: string) => Promise<{ data: z.input<R>; files: string[] }>,
  ): Promise<Built<z.output<R>>>;
}

export function createArtifactStore(
  db: Database,
  storage: Storage,
  tempDir: string,
  caps: FileCap,
): ArtifactStore {
  function open<R extends z.ZodType>(job: AnyJob<R>, artifact: Artifact, reused: boolean) {
    const { key, files } = artifact;
    const pathIfAny = async (name: string) => {
      const file = files.find((candidate) => candidate.name === name);
      return file && storage.localPath(file.objectKey);
    };
    const file = (name: string) => {
      const file = files.find((candidate) => candidate.name === name);
      if (!file) throw missingFile(`${key}/${name}`);
      return file;
    };
    const path = async (name: string) => storage.localPath(file(name).objectKey);
    return { key, data: job.result.parse(artifact.data), files, file, path, pathIfAny, reused };
  }

  /** Returns `false` if another worker was first. @throws OverCapError if its owner has no room for it */
  const keep = (artifact: Parameters<typeof insertArtifact>[1]) =>
    db.transaction().execute(async (trx) => {
      const isFirst = await insertArtifact(trx, artifact);
      if (isFirst && artifact.ownerId) await refuseFilesOver(trx, caps, artifact.ownerId);
      return isFirst;
    });

  const store: ArtifactStore = {
    async find(job, key) {
      const artifact = await touchArtifact(db, key);
      return artifact && open(job, artifact, true);
    },

    async discard(damaged) {
      const artifact = await touchArtifact(db, damaged.key);
      if (!artifact) return;
      const objectKeys = new Set(damaged.files.map(({ objectKey }) => objectKey));
      const isSame = artifact.files.every(({ objectKey }) => objectKeys.has(objectKey));
      if (isSame) await deleteArtifact(db, artifact);
    },

    async build(job, key, ownerId, make) {
      const existing = await store.find(job, key);
      if (existing) return existing;
      await mkdir(tempDir, { recursive: true });
      const dir = await mkdtemp(join(tempDir, `${job.name}-`));
      try {
        const built = await make(dir);
        const data = job.result.parse(built.data);
        // Each build has its own object keys, so a late worker never overwrites a file that is being read.
        const base = `artifacts/${key.slice(0, 2)}/${key}/${randomUUID()}`;
        const files: ArtifactFile[] = [];
        const removeAll = () => Promise.all(files.map((file) => storage.remove(file.objectKey)));
        const artifact = { key, job: job.name, version: job.version, ownerId, data, files };
        try {
          for (const name of built.files) {
            const objectKey = `${base}/${name}`;
            files.push({ name, objectKey, bytes: await storage.putFile(objectKey, join(dir, name)) });
          }
          if (await keep(artifact)) return open(job, artifact, false);
        } catch (error) {
          // Without a row, these files would never be found again: the disk may be full, or the owner
          // deleted. But if Postgres became unavailable, it may have stored the row, whose files must stay.
          if (!isConnectionError(error)) await removeAll();
          throw error;
        }
        await removeAll();
        return (await store.find(job, key))!;
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
  return store;
}
