import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The lazy chunk with which the search route opens, beside the entry. */
const FIRST_SCREEN = 'SearchStage';

/**
 * What loads later, by the modules whose chunks are counted: a screen's own code, without shared chunks. In kB (1000
 * bytes) of gzip, like every limit here.
 */
const CHUNKS = [
  { name: 'editor chunk', modules: [/features\/edit\/EditStage\.tsx$/], limitKb: 50 },
  { name: 'film strip chunk', modules: [/features\/edit\/strip\/FilmStrip\.tsx$/], limitKb: 10 },
  { name: 'notices chunk', modules: [/features\/edit\/notices\/NoticeList\.tsx$/], limitKb: 4 },
  { name: 'API keys chunk', modules: [/features\/settings\/keys\/ApiKeysGroup\.tsx$/], limitKb: 5 },
  { name: 'webhooks chunk', modules: [/features\/settings\/webhooks\/WebhooksGroup\.tsx$/], limitKb: 5 },
  { name: 'upload chunk', modules: [/@uppy\/core\//], limitKb: 35 },
  {
    name: 'film chunk',
    modules: [/features\/complete\/CompleteStage\.tsx$/, /components\/player\/Player\.tsx$/],
    limitKb: 20,
  },
];
const INITIAL_KB = 150;
const CSS_KB = 15;

/** The fields of a bundle's file that are used here. */
export type BundleFile =
  | {
      type: 'chunk';
      fileName: string;
      name: string;
      code: string;
      imports: string[];
      moduleIds: string[];
      isEntry: boolean;
    }
  | { type: 'asset'; fileName: string; source: string | Uint8Array };

export interface Weight {
  name: string;
  kb: number;
  limitKb: number;
}

/** What is sent to a browser, and its limits. */
export function weigh(files: BundleFile[]): Weight[] {
  const chunks = new Map(
    files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const needed = new Set<string>();
  const visit = (fileName: string): void => {
    if (needed.has(fileName)) return;
    needed.add(fileName);
    chunks.get(fileName)?.imports.forEach(visit);
  };
  for (const [fileName, chunk] of chunks) if (chunk.isEntry || chunk.name === FIRST_SCREEN) visit(fileName);
  const initial = [...needed].flatMap((fileName) => chunks.get(fileName)?.code ?? []);
  const css = files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : [],
  );
  return [
    { name: 'initial JavaScript of the search route', kb: gzipKb(initial), limitKb: INITIAL_KB },
    ...CHUNKS.map(({ name, modules, limitKb }) => {
      const own = [...chunks.values()].filter(({ moduleIds }) =>
        modules.some((module) => moduleIds.some((id) => module.test(id))),
      );
      if (own.length === 0) throw new Error(`No file of the build holds the ${name}.`);
      return { name, kb: gzipKb(own.map(({ code }) => code)), limitKb };
    }),
    { name: 'CSS', kb: gzipKb(css), limitKb: CSS_KB },
  ];
}

const gzipKb = (contents: (string | Uint8Array)[]): number =>
  contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1000;

/** Fails the build when something sent to browsers exceeds its budget. */
export function budgets(): Plugin {
  return {
    name: 'cutroom:budgets',
    apply: 'build',
    generateBundle: {
      // After Vite has written what each file loads, as it is sent.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const zodFile = files.find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => /node_modules\/zod\//.test(id)),
        );
        // Only the server validates with zod. In the page, zod would violate the content security policy.
        if (zodFile) this.error(`${zodFile.fileName} contains zod.`);
        for (const { name, kb, limitKb } of weigh(files)) {
          const text = `${name}: ${kb.toFixed(1)} kB gzip (limit ${limitKb})`;
          if (kb > limitKb) this.error(text);
          this.info(text);
        }
      },
    },
  };
}
