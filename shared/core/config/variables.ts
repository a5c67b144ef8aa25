import type { Variable } from './variable.ts';
import { ENGINES, MODELS } from './variables/engines.ts';
import { CREDENTIALS, LINKS, MEDIA } from './variables/media.ts';
import { COMPOSE, FOOTER, OBSERVED, PEOPLE, PLACE, STORES, OBJECTS } from './variables/place.ts';
import { SERVICES } from './variables/services.ts';
import { SITES } from './variables/sites.ts';
import { CAPS, RETENTION, POOLS, RULES, WORK } from './variables/work.ts';

/** All configuration variables. */
export const VARIABLES = {
  ...PLACE,
  ...PEOPLE,
  ...FOOTER,
  ...STORES,
  ...OBJECTS,
  ...SERVICES,
  ...SITES,
  ...MEDIA,
  ...CREDENTIALS,
  ...LINKS,
  ...ENGINES,
  ...MODELS,
  ...WORK,
  ...RETENTION,
  ...RULES,
  ...POOLS,
  ...CAPS,
  ...OBSERVED,
  ...COMPOSE,
};
export type VariableName = keyof typeof VARIABLES;

/** The same entries without the types of their values. */
export const entries = Object.entries(VARIABLES) as [VariableName, Variable<unknown>][];

/** The headings of .env.example. */
export const SECTIONS: [title: string, variables: object][] = [
  ['Deployment', PLACE],
  ['People', PEOPLE],
  ['Links at the foot of the landing page', FOOTER],
  ['Stores: if not set, npm start runs private ones', STORES],
  ['Files: if OBJECTS is not set, they are in a folder of this machine', OBJECTS],
  ['External services: if not set, a stand-in replaces them', SERVICES],
  ['Searchable sites', SITES],
  ['Media', MEDIA],
  ['Content credentials of films', CREDENTIALS],
  ['Links that users add', LINKS],
  ['Servers for speech, languages and titles: if not set, this machine does the work if it can', ENGINES],
  ['Models: weights for the engines of this machine', MODELS],
  ['Work', WORK],
  ['Retention: workers check once an hour', RETENTION],
  ['Rules of the product', RULES],
  ['Work that pages wait for, on each server', POOLS],
  ['Caps of one account; deleted items count for the 30 days in which they can be restored', CAPS],
  ['Monitoring', OBSERVED],
  ['Only for docker-compose.yml', COMPOSE],
];
