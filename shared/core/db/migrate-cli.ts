import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { migrateToLatest } from './migrate.ts';

const connectionString = process.env.DATABASE_URL;
if (!connectionString) throw new Error('Set DATABASE_URL.');
const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }) });
await migrateToLatest(db);
await db.destroy();
