import { isVideoFile } from './footage-file.ts';

interface DroppedFiles {
  files: File[];
  /** The names of folders without a video. */
  emptyFolders: string[];
  /** How many files of the folders are no videos. */
  leftOut: number;
}

/**
 * What was dropped on the page: files as they are, and of folders, however deep, the videos in the order of their
 * names. To be called in the event itself: browsers empty its items afterwards.
 * @throws {DOMException} a folder or a file in it cannot be read
 */
export async function droppedFiles(items: DataTransferItemList): Promise<DroppedFiles> {
  const given = [...items].flatMap((item): (File | FileSystemDirectoryEntry)[] => {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : file ? [file] : [];
  });
  const dropped: DroppedFiles = { files: [], emptyFolders: [], leftOut: 0 };
  for (const one of given) {
    if (one instanceof File) {
      dropped.files.push(one);
      continue;
    }
    const inside = await filesIn(one);
    const videos = inside.filter(isVideoFile);
    dropped.files.push(...videos);
    dropped.leftOut += inside.length - videos.length;
    if (videos.length === 0) dropped.emptyFolders.push(one.name);
  }
  return dropped;
}

/** All files in a folder and its folders, without hidden ones, such as those that macOS puts beside each file. */
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
  // Each call returns at most a hundred; the last one returns none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) break;
    all.push(...some);
  }
  return all
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
