import { isVideoFile } from './footage-file.ts';

interface DroppedFiles {
  files: File[];
  /** The names of folders without a video. */
  emptyFolders: string[];
  /** The number of files in the folders that are not videos. */
  leftOut: number;
}

/**
 * Returns what was dropped on the page: all files, and of folders, however deep, the videos in the order of
 * their names. It must be called within the event, since browsers empty its items afterwards.
 * @throws {DOMException} if a folder or a file in it cannot be read
 */
export async function droppedFiles(items: DataTransferItemList): Promise<DroppedFiles> {
  const entries = [...items].flatMap((item): (File | FileSystemDirectoryEntry)[] => {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : file ? [file] : [];
  });
  const dropped: DroppedFiles = { files: [], emptyFolders: [], leftOut: 0 };
  for (const item of entries) {
    if (item instanceof File) {
      dropped.files.push(item);
      continue;
    }
    const inside = await filesIn(item);
    const videos = inside.filter(isVideoFile);
    dropped.files.push(...videos);
    dropped.leftOut += inside.length - videos.length;
    if (videos.length === 0) dropped.emptyFolders.push(item.name);
  }
  return dropped;
}

/**
 * Returns all files in a folder and its subfolders, without hidden files such as those that macOS puts beside
 * each file.
 */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = [];
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)));
    else files.push(await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)));
  }
  return files;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // Each call returns at most a hundred entries; the last one returns an empty list.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) break;
    all.push(...some);
  }
  return all
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
