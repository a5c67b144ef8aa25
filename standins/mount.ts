import type { IncomingMessage, ServerResponse } from 'node:http';

/** One stand-in: a handler for a path of the stand-ins' server. */
export interface Mount {
  /** Such as /standins/oidc; requests under it arrive with the whole path. */
  prefix: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

/**
 * The export of each file of `sites/`: the stand-in of a searchable site, under /standins/<its id>.
 * @param publicUrl the product's URL in browsers; the pictures of hits are under it
 * @param folder of the sample library
 */
export type CreateSite = (publicUrl: string, folder: string | undefined) => Mount;
