// The second half of `npm run build`, which builds the processes. The first half builds the client.
import { buildNode } from './lib/node-build.mjs';

await buildNode();
