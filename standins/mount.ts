import type { IncomingMessage, ServerResponse } from 'node:http';

/** One stand-in: what it answers under a path of the stand-ins' server. */
export interface Mount {
  /** Such as /standins/oidc; requests under it arrive with the whole path. */
  prefix: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

/**
 * What each file of `sites/` exports: the stand-in of a site that can be searched, under /standins/<its id>.
 * @param publicUrl where the browser finds the product; the pictures of hits are under it
 * @param folder of the sample library
 */
export type CreateSite = (publicUrl: string, folder: string | undefined) => Mount;
