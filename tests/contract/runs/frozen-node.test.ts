import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#core/db/database.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createDatabase } from '../../helpers/services/database.ts';

const DATABASE_URL = await createDatabase();
const backend = await openTestBackend({ DATABASE_URL });

it('releases its locks when it is idle inside a transaction, as if it had died', async () => {
  const frozen = openDatabase(DATABASE_URL, () => {}, { idleInTransactionMs: 100 });
  afterAll(() => frozen.destroy());
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const rename = (title: string) => sql`UPDATE projects SET title = ${title} WHERE id = ${projectId}`;
  let thaw = () => {};
  const thawed = new Promise<void>((resolve) => (thaw = resolve));
  let isHeld = () => {};
  const locked = new Promise<void>((resolve) => (isHeld = resolve));
  const silent = frozen.transaction().execute(async (trx) => {
    await rename('Frozen').execute(trx);
    isHeld();
    await thawed;
    await rename('Thawed').execute(trx);
  });
  const end = silent.then(
    () => undefined,
    (error: unknown) => error,
  );
  await locked;

  await rename('Alive').execute(backend.db);
  thaw();
  // The call can be retried, as after any lost connection.
  expect(isConnectionError(await end)).toBe(true);
  const { title } = await backend.db.selectFrom('projects').select('title').executeTakeFirstOrThrow();
  expect(title).toBe('Alive');
});

it('has this limit in every transaction of a server and worker, and changes no session', async () => {
  const show = sql<{ idleInTransactionSessionTimeout: string }>`SHOW idle_in_transaction_session_timeout`;
  const inside = await backend.db.transaction().execute((trx) => show.execute(trx));
  expect(inside.rows).toEqual([{ idleInTransactionSessionTimeout: '30s' }]);
  const outside = await show.execute(backend.db);
  expect(outside.rows).toEqual([{ idleInTransactionSessionTimeout: '0' }]);
});
