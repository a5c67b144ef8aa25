import type { ModulePreloadOptions, Plugin } from 'vite';

/**
 * A file that loads another one on demand names what the browser may fetch with it. These lists leave out
 * what the file that asks has already: its own imports, and theirs.
 */
export function preloads(): { plugin: Plugin; options: ModulePreloadOptions } {
  const importsOf = new Map<string, string[]>();
  const loadedBy = (file: string, visited = new Set<string>()): Set<string> => {
    if (visited.has(file)) return visited;
    visited.add(file);
    for (const imported of importsOf.get(file) ?? []) loadedBy(imported, visited);
    return visited;
  };
  return {
    plugin: {
      name: 'cutroom:preloads',
      apply: 'build',
      generateBundle: {
        // Before Vite writes the lists.
        order: 'pre',
        handler(_options, bundle) {
          for (const file of Object.values(bundle))
            if (file.type === 'chunk') importsOf.set(file.fileName, file.imports);
        },
      },
    },
    options: {
      // The polyfill is for browsers that `target` leaves out.
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId, hostType }) => {
        if (hostType === 'html') return needed;
        const loaded = loadedBy(hostId);
        return needed.filter((file) => !loaded.has(file));
      },
    },
  };
}
