import type { Variable } from './variable.ts';
import { ENGINES, MODELS } from './variables/engines.ts';
import { LINKS, MEDIA } from './variables/media.ts';
import { COMPOSE, FOOTER, OBSERVED, PLACE, STORES } from './variables/place.ts';
import { SERVICES } from './variables/services.ts';
import { SITES } from './variables/sites.ts';
import { CAPS, KEPT, POOLS, RULES, WORK } from './variables/work.ts';

/** Every variable of the configuration, each with all its properties. */
export const VARIABLES = {
  ...PLACE,
  ...FOOTER,
  ...STORES,
  ...SERVICES,
  ...SITES,
  ...MEDIA,
  ...LINKS,
  ...ENGINES,
  ...MODELS,
  ...WORK,
  ...KEPT,
  ...RULES,
  ...POOLS,
  ...CAPS,
  ...OBSERVED,
  ...COMPOSE,
};
export type VariableName = keyof typeof VARIABLES;

/** The entries without their types and places. */
export const entries = Object.entries(VARIABLES) as [VariableName, Variable<unknown>][];

/** The headings of .env.example. */
export const SECTIONS: [title: string, variables: object][] = [
  ['Where it runs', PLACE],
  ['Links at the foot of the landing page', FOOTER],
  ['Stores: not set, npm start starts private ones', STORES],
  ['Services outside: not set, a stand-in takes their place', SERVICES],
  ['Sites that are searched', SITES],
  ['Media', MEDIA],
  ['Links that users add', LINKS],
  ['Servers for speech, languages and titles: not set, this machine does the work, or nothing does', ENGINES],
  ['Models: weights of the engines of this machine', MODELS],
  ['Work', WORK],
  ['What is kept: workers look once an hour', KEPT],
  ['Rules of the product', RULES],
  ['Work that pages wait for, on each server', POOLS],
  ['What one account may have; what was deleted counts while it can be restored, 30 days', CAPS],
  ['What operators see', OBSERVED],
  ['docker-compose.yml alone', COMPOSE],
];
