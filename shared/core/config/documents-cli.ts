/** `npm run config:docs`: writes the variables' parts of .env.example and of the operator's guide. */
import { readFileSync, writeFileSync } from 'node:fs';
import { exampleFile, GUIDE, withNeedsTable } from './documents.ts';

writeFileSync('.env.example', exampleFile());
writeFileSync(GUIDE, withNeedsTable(readFileSync(GUIDE, 'utf8')));
