// The second half of `npm run build`: the processes; the first half is the page.
import { buildNode } from './lib/node-build.mjs';

await buildNode();
