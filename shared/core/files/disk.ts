import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';

export interface Disk {
  /** Returns the free bytes of the disk that stores the data. */
  freeBytes(): Promise<number>;
  /** Whether there is too little free space for new work. */
  isFull(): Promise<boolean>;
  /** @throws Error like that of a full disk if there is too little free space for new work */
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
