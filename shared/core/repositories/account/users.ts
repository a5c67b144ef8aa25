import { sql } from 'kysely';
import { DEFAULT_SETTINGS, type User, type UserSettings } from '#contract/users.ts';
import type { Quality } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';
import type { SignUp } from '../../config/sign-in-config.ts';
import { admitNew, NotAdmittedError } from '../people/admission.ts';
import { addPack } from '../money/credits.ts';
import { wasWelcomed, type WelcomeMark } from '../money/welcomes.ts';

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider states that the address belongs to this person. */
  emailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/** What a new user gets, and who may become one. */
export interface JoinTerms {
  credits: number;
  markOf: WelcomeMark;
  signUp: SignUp;
}

/**
 * Returns the user of an issuer's subject. The first sign-in creates the user with a welcome pack, unless a
 * deleted account had one. The same e-mail from another issuer is another account. Call it in a transaction.
 * @throws NotAdmittedError if the person may not join, or the user is suspended
 */
export async function upsertUser(
  trx: Executor,
  identity: Identity,
  { credits, markOf, signUp }: JoinTerms,
): Promise<string> {
  const names = {
    email: identity.email,
    firstName: identity.firstName,
    lastName: identity.lastName,
    profileImageUrl: identity.profileImageUrl,
  };
  // Two concurrent first sign-ins meet here: the second one waits and finds the user that the first one
  // created.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${identity.issuer} ${identity.subject}`}, 0))`.execute(
    trx,
  );
  const existing = await trx
    .selectFrom('identities as own')
    .innerJoin('users', 'users.id', 'own.userId')
    .select(({ exists, selectFrom }) => [
      'userId',
      'suspendedAt',
      exists(
        selectFrom('identities as earlier')
          .select('earlier.id')
          .whereRef('earlier.userId', '=', 'own.userId')
          .whereRef('earlier.createdAt', '<', 'own.createdAt'),
      ).as('added'),
    ])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (existing?.suspendedAt) throw new NotAdmittedError('suspended');
  if (existing) {
    await updateProfile(trx, existing.userId, identity, { onlyMissing: Boolean(existing.added) });
    return existing.userId;
  }
  await admitNew(trx, identity, signUp);
  const { id } = await trx.insertInto('users').values(names).returning('id').executeTakeFirstOrThrow();
  await trx
    .insertInto('identities')
    .values({ issuer: identity.issuer, subject: identity.subject, userId: id, email: identity.email })
    .execute();
  await trx.insertInto('userSettings').values({ userId: id }).execute();
  if (credits > 0 && !(await wasWelcomed(trx, markOf(identity)))) {
    await addPack(trx, id, 'welcome', credits);
  }
  return id;
}

/**
 * Updates a user's names and addresses from an identity, and the address of the identity. Values that the
 * identity lacks stay. An identity that was added to an account changes only missing values.
 */
async function updateProfile(
  trx: Executor,
  userId: string,
  identity: Identity,
  { onlyMissing }: { onlyMissing: boolean },
): Promise<void> {
  const { issuer, subject } = identity;
  const merged = (column: string, value: string | null) =>
    onlyMissing
      ? sql<string | null>`coalesce(${sql.ref(column)}, ${value})`
      : sql<string | null>`coalesce(${value}, ${sql.ref(column)})`;
  await trx
    .updateTable('identities')
    .set({ email: sql`coalesce(${identity.email}, email)` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
  await trx
    .updateTable('users')
    .set({
      email: merged('email', identity.email),
      firstName: merged('firstName', identity.firstName),
      lastName: merged('lastName', identity.lastName),
      profileImageUrl: merged('profileImageUrl', identity.profileImageUrl),
    })
    .where('id', '=', userId)
    .execute();
}

export async function findUser(db: Executor, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('userSettings as s', 's.userId', 'users.id')
    .leftJoin('youtubeChannels as channel', 'channel.userId', 'users.id')
    .selectAll('users')
    .select([
      's.emailNotifications',
      's.projectNotifications',
      's.autoSave',
      's.defaultVideoQuality',
      's.theme',
      'channel.title as channelTitle',
      'channel.allowsCaptions',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    profileImageUrl: row.profileImageUrl,
    createdAt: row.createdAt.toISOString(),
    youtubeChannelName: row.channelTitle,
    youtubeAllowsCaptions: row.allowsCaptions ?? false,
    settings: {
      emailNotifications: row.emailNotifications ?? DEFAULT_SETTINGS.emailNotifications,
      projectNotifications: row.projectNotifications ?? DEFAULT_SETTINGS.projectNotifications,
      autoSave: row.autoSave ?? DEFAULT_SETTINGS.autoSave,
      defaultVideoQuality: (row.defaultVideoQuality ?? DEFAULT_SETTINGS.defaultVideoQuality) as Quality,
      theme: (row.theme ?? DEFAULT_SETTINGS.theme) as UserSettings['theme'],
    },
  };
}

/** Returns the theme of a user who may not have chosen one. */
export async function findTheme(db: Executor, userId: string): Promise<UserSettings['theme']> {
  const row = await db
    .selectFrom('userSettings')
    .select('theme')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return (row?.theme ?? DEFAULT_SETTINGS.theme) as UserSettings['theme'];
}

/** Changes the given settings and leaves the others. */
export async function patchSettings(
  db: Executor,
  userId: string,
  patch: Partial<UserSettings>,
): Promise<void> {
  const values = {
    emailNotifications: patch.emailNotifications,
    projectNotifications: patch.projectNotifications,
    autoSave: patch.autoSave,
    defaultVideoQuality: patch.defaultVideoQuality,
    theme: patch.theme,
  };
  const defined = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (Object.keys(defined).length === 0) return;
  await db
    .insertInto('userSettings')
    .values({ userId, ...defined })
    .onConflict((oc) => oc.column('userId').doUpdateSet(defined))
    .execute();
}
