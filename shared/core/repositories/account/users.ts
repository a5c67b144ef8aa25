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
    first_name: identity.firstName,
    last_name: identity.lastName,
    profile_image_url: identity.profileImageUrl,
  };
  // Two concurrent first sign-ins meet here: the second one waits and finds the user that the first one
  // created.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${identity.issuer} ${identity.subject}`}, 0))`.execute(
    trx,
  );
  const known = await trx
    .selectFrom('identities as own')
    .innerJoin('users', 'users.id', 'own.user_id')
    .select(({ exists, selectFrom }) => [
      'user_id',
      'suspended_at',
      exists(
        selectFrom('identities as earlier')
          .select('earlier.id')
          .whereRef('earlier.user_id', '=', 'own.user_id')
          .whereRef('earlier.created_at', '<', 'own.created_at'),
      ).as('added'),
    ])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (known?.suspended_at) throw new NotAdmittedError('suspended');
  if (known) {
    await updateProfile(trx, known.user_id, identity, { onlyMissing: Boolean(known.added) });
    return known.user_id;
  }
  await admitNew(trx, identity, signUp);
  const { id } = await trx.insertInto('users').values(names).returning('id').executeTakeFirstOrThrow();
  await trx
    .insertInto('identities')
    .values({ issuer: identity.issuer, subject: identity.subject, user_id: id, email: identity.email })
    .execute();
  await trx.insertInto('user_settings').values({ user_id: id }).execute();
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
      first_name: merged('first_name', identity.firstName),
      last_name: merged('last_name', identity.lastName),
      profile_image_url: merged('profile_image_url', identity.profileImageUrl),
    })
    .where('id', '=', userId)
    .execute();
}

export async function findUser(db: Executor, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('user_settings as s', 's.user_id', 'users.id')
    .leftJoin('youtube_channels as channel', 'channel.user_id', 'users.id')
    .selectAll('users')
    .select([
      's.email_notifications',
      's.project_notifications',
      's.auto_save',
      's.default_video_quality',
      's.theme',
      'channel.title as channel_title',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    profileImageUrl: row.profile_image_url,
    createdAt: row.created_at.toISOString(),
    youtubeChannelName: row.channel_title,
    settings: {
      emailNotifications: row.email_notifications ?? DEFAULT_SETTINGS.emailNotifications,
      projectNotifications: row.project_notifications ?? DEFAULT_SETTINGS.projectNotifications,
      autoSave: row.auto_save ?? DEFAULT_SETTINGS.autoSave,
      defaultVideoQuality: (row.default_video_quality ?? DEFAULT_SETTINGS.defaultVideoQuality) as Quality,
      theme: (row.theme ?? DEFAULT_SETTINGS.theme) as UserSettings['theme'],
    },
  };
}

/** Returns the theme of a user who may not have chosen one. */
export async function findTheme(db: Executor, userId: string): Promise<UserSettings['theme']> {
  const row = await db
    .selectFrom('user_settings')
    .select('theme')
    .where('user_id', '=', userId)
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
    email_notifications: patch.emailNotifications,
    project_notifications: patch.projectNotifications,
    auto_save: patch.autoSave,
    default_video_quality: patch.defaultVideoQuality,
    theme: patch.theme,
  };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db
    .insertInto('user_settings')
    .values({ user_id: userId, ...given })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(given))
    .execute();
}
