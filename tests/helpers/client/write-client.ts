import { writeFile } from 'node:fs/promises';
import { CLIENT, generateFiles } from './generate-client.ts';

/** `npm run sdk` writes the client's generated files. */
for (const [name, text] of Object.entries(await generateFiles()))
  await writeFile(new URL(name, CLIENT), text);
