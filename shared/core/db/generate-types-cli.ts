import { Cli } from 'kysely-codegen';

/** `DATABASE_URL=… npm run db:types` writes the row types of a migrated database. */
await new Cli().run({
  argv: ['--dialect', 'postgres', '--camel-case=false', '--out-file', 'shared/core/db/types.generated.ts'],
});
