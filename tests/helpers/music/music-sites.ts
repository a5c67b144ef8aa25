import { createSite as createArchive } from '../../../standins/sites/archive.ts';
import { createSite as createOpenverse } from '../../../standins/sites/openverse.ts';
import { PUBLIC_URL, serveSites } from '../outside/video-sites.ts';

/** Serves the stand-ins of the music sources on this file's own server. Await it at the top. */
export const startMusicSites = () =>
  serveSites([createOpenverse(PUBLIC_URL, undefined), createArchive(PUBLIC_URL, undefined)]);
