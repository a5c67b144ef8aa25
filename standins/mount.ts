import type { IncomingMessage, ServerResponse } from 'node:http';

/** One stand-in: what it answers under a path of the stand-ins' server. */
export interface Mount {
  /** Such as /standins/oidc; requests under it arrive with the whole path. */
  prefix: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}
