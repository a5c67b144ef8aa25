import { onTestFinished, vi } from 'vitest';

/** A file that the page saved. */
interface SavedFile {
  name: string;
  /** The path and query of its URL. */
  link: string;
  /** The contents of a file that the page created itself. */
  text: () => Promise<string>;
}

/** Records the files that the page saves until the test ends, without writing them. */
export function recordSavedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  const creating = vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => {
    const link = create(source);
    blobs.set(link, source as Blob);
    return link;
  });
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const { download, href } = this;
    files.push({
      name: download,
      link: this.getAttribute('href')!,
      text: () => blobs.get(href)!.text(),
    });
  });
  onTestFinished(() => {
    creating.mockRestore();
    clicking.mockRestore();
  });
  return files;
}

/** Records the texts that the page copies until the test ends. The clipboard is not changed. */
export function recordCopies(): string[] {
  const copies: string[] = [];
  const writing = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copies.push(text);
    return Promise.resolve();
  });
  onTestFinished(() => writing.mockRestore());
  return copies;
}
