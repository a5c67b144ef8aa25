import type { Plugin } from 'vite';
import type { Call } from '../../shared/contract/calls/define-call.ts';
import * as calls from '../../shared/contract/calls/index.ts';

const OF_TAG = '\0calls:';
const all = Object.entries<Call>(calls);

/**
 * Reduces each call to its method and path, one module per tag, so that a screen loads only its own. Types come from
 * the definitions; the schemas, and zod with them, are not sent to browsers.
 */
export function callAddresses(): Plugin {
  return {
    name: 'cutroom:call-addresses',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(OF_TAG) ? id : undefined),
    load(id) {
      if (id.startsWith(OF_TAG)) {
        return all
          .filter(([, { tag }]) => id === OF_TAG + tag)
          .map(([name, { method, path }]) => `export const ${name} = ${JSON.stringify({ method, path })};`)
          .join('\n');
      }
      if (!id.endsWith('/shared/contract/calls/index.ts')) return undefined;
      const tags = new Set(all.map(([, { tag }]) => JSON.stringify(OF_TAG + tag)));
      return [...tags].map((tag) => `export * from ${tag};`).join('\n');
    },
  };
}
