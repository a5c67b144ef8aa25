import type { Site } from '#core/media-sources/site.ts';
import { atEnd } from '../at-end.ts';
import { type Answer, type Received, startFakeServer } from './fake-server.ts';

/** Opens a site whose API is a server that sends these responses, until the current test or file ends. */
export async function openAt(
  site: Site,
  answer: (request: Received) => Answer,
  { standIn = false, maxBytes = 1000 }: { standIn?: boolean; maxBytes?: number } = {},
) {
  const server = await startFakeServer(answer);
  atEnd(() => server.close());
  const { url } = server;
  const config = {
    apiUrl: url,
    key: 'key',
    standIn,
    shownUrl: url,
    files: null,
    contactUrl: 'https://our.example',
  };
  const limits = { ports: [80, 443], maxBytes, maxMs: 1000, minRate: { bytes: 1, ms: 1000 } };
  const source = site.open(config, { ...limits, pages: null! } as unknown as Parameters<Site['open']>[1]);
  return { source: { id: site.id, name: site.name, standIn, ...source }, server };
}
