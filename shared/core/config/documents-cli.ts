/** `npm run config:docs`: writes the variables' parts of .env.example and README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { exampleFile, withNeedsTable } from './documents.ts';

writeFileSync('.env.example', exampleFile());
writeFileSync('README.md', withNeedsTable(readFileSync('README.md', 'utf8')));
