import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';

export interface Disk {
  /** What is free where the data is kept, in bytes. */
  freeBytes(): Promise<number>;
  /** Whether so little is free that no new work may begin. */
  isFull(): Promise<boolean>;
  /** @throws Error as a full disk does, while there is still room for what is under way and for Postgres */
  refuseFull(): Promise<void>;
}

export function openDisk({ dataDir, minFreeBytes }: Pick<Config, 'dataDir' | 'minFreeBytes'>): Disk {
  const disk: Disk = {
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    isFull: async () => (await disk.freeBytes()) < minFreeBytes,
    async refuseFull() {
      if (!(await disk.isFull())) return;
      throw Object.assign(new Error(`Fewer than ${minFreeBytes} bytes are free.`), { code: 'ENOSPC' });
    },
  };
  return disk;
}
