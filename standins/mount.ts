import type { IncomingMessage, ServerResponse } from 'node:http';

/** One stand-in: handles requests below a path of the stand-ins' server. */
export interface Mount {
  /** Such as /standins/oidc. Requests below it arrive with their whole path. */
  prefix: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

/**
 * The type of the `createSite` that each file of `sites/` exports: the stand-in for a searchable site, under
 * /standins/ and the site's ID.
 * @param publicUrl the product's URL in browsers; the pictures of hits are under it
 * @param folder of the sample library
 */
export type CreateSite = (publicUrl: string, folder: string | undefined) => Mount;
