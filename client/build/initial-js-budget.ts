import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Options {
  /** Name of the lazy chunk that the measured route opens with, beside the entry. */
  route: string;
  /** In kB (1000 bytes) of gzip. */
  limitKb: number;
}

/** The parts of a chunk that are read here. */
interface Chunk {
  type: 'chunk';
  name: string;
  code: string;
  imports: string[];
  isEntry: boolean;
}

/** Fails the build when the JavaScript that a route needs before it can be used outgrows its budget. */
export function initialJsBudget({ route, limitKb }: Options): Plugin {
  return {
    name: 'cutroom:initial-js-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .map((file) => [file.fileName, file as Chunk]),
      );
      const needed = new Set<string>();
      const visit = (fileName: string): void => {
        if (needed.has(fileName)) return;
        needed.add(fileName);
        chunks.get(fileName)?.imports.forEach(visit);
      };
      for (const [fileName, chunk] of chunks) if (chunk.isEntry || chunk.name === route) visit(fileName);

      const bytes = [...needed].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '').length, 0);
      const kb = bytes / 1000;
      const text = `initial JavaScript of ${route}: ${kb.toFixed(1)} kB gzip (limit ${limitKb})`;
      if (kb > limitKb) this.error(text);
      this.info(text);
    },
  };
}
