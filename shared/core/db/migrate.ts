import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import * as first from './migrations/2026-11-21-first.ts';
import * as ownSections from './migrations/2026-11-21-own-sections.ts';
import * as workersLost from './migrations/2026-11-21-workers-lost.ts';
import * as youtubeChannels from './migrations/2026-11-21-youtube-channels.ts';
import * as sectionSound from './migrations/2026-11-22-section-sound.ts';
import * as steadyProgress from './migrations/2026-11-22-steady-progress.ts';
import * as videoLinks from './migrations/2026-11-22-video-links.ts';
import * as welcomesAndRefunds from './migrations/2026-11-22-welcomes-and-refunds.ts';
import * as whatAccountsHave from './migrations/2026-11-22-what-accounts-have.ts';
import * as wordsApart from './migrations/2026-11-22-words-apart.ts';
import * as stepsWithoutAttempts from './migrations/2026-11-22-z-steps-without-attempts.ts';
import * as kindsOfRuns from './migrations/2026-11-22-zz-kinds-of-runs.ts';
import * as sectionSpeed from './migrations/2026-11-22-zzz-section-speed.ts';
import * as sectionSpeaker from './migrations/2026-11-22-zzzz-section-speaker.ts';
import * as filmChecks from './migrations/2026-11-22-zzzzz-film-checks.ts';
import * as framing from './migrations/2026-11-22-zzzzz-framing.ts';
import * as sectionVolume from './migrations/2026-11-22-zzzzzz-section-volume.ts';
import * as sectionFades from './migrations/2026-11-22-zzzzzzz-section-fades.ts';
import * as footage from './migrations/2026-11-22-zzzzzzz-z-footage.ts';
import * as drafts from './migrations/2026-11-22-zzzzzzz-zz-drafts.ts';
import * as sectionCuts from './migrations/2026-11-22-zzzzzzz-zzz-section-cuts.ts';
import * as transitions from './migrations/2026-11-22-zzzzzzzz-transitions.ts';
import * as watchPage from './migrations/2026-11-22-zzzzzzzz-watch-page.ts';
import * as music from './migrations/2026-11-23-music.ts';
import * as sectionZoom from './migrations/2026-11-23-section-zoom.ts';
import * as filmVersions from './migrations/2026-11-23-z-film-versions.ts';
import * as cardBackground from './migrations/2026-11-23-zz-card-background.ts';
import * as captions from './migrations/2026-11-23-zzz-captions.ts';
import * as filmChoices from './migrations/2026-11-23-zzzz-film-choices.ts';
import * as versionsMusic from './migrations/2026-11-23-zzzz-z-versions-music.ts';
import * as cardLooks from './migrations/2026-11-23-zzzzz-card-looks.ts';
import * as localized from './migrations/2026-11-23-zzzzzz-localized.ts';
import * as speakers from './migrations/2026-11-23-zzzzzzz-speakers.ts';
import * as stepsKeyed from './migrations/2026-11-24-steps-keyed.ts';
import * as linksVersion from './migrations/2026-11-26-links-version.ts';
import * as withheldWords from './migrations/2026-11-26-withheld-words.ts';
import * as previews from './migrations/2026-11-27-previews.ts';
import * as filmCredits from './migrations/2026-11-27-z-film-credits.ts';
import * as cardSubtitle from './migrations/2026-11-27-zz-card-subtitle.ts';
import * as endFades from './migrations/2026-11-27-zzz-end-fades.ts';
import * as follow from './migrations/2026-11-27-zzzz-follow.ts';
import * as lowerStyle from './migrations/2026-11-27-zzzz-lower-style.ts';
import * as followingFilms from './migrations/2026-11-27-zzzzz-following-films.ts';

/** Every migration by its date, in order. They are listed in code so that a stray file is never run. */
const MIGRATIONS: Record<string, Migration> = {
  '2026-11-21-first': first,
  '2026-11-21-own-sections': ownSections,
  '2026-11-21-workers-lost': workersLost,
  '2026-11-21-youtube-channels': youtubeChannels,
  '2026-11-22-section-sound': sectionSound,
  '2026-11-22-steady-progress': steadyProgress,
  '2026-11-22-video-links': videoLinks,
  '2026-11-22-welcomes-and-refunds': welcomesAndRefunds,
  '2026-11-22-what-accounts-have': whatAccountsHave,
  '2026-11-22-words-apart': wordsApart,
  '2026-11-22-z-steps-without-attempts': stepsWithoutAttempts,
  '2026-11-22-zz-kinds-of-runs': kindsOfRuns,
  '2026-11-22-zzz-section-speed': sectionSpeed,
  '2026-11-22-zzzz-section-speaker': sectionSpeaker,
  '2026-11-22-zzzzz-film-checks': filmChecks,
  '2026-11-22-zzzzz-framing': framing,
  '2026-11-22-zzzzzz-section-volume': sectionVolume,
  '2026-11-22-zzzzzzz-section-fades': sectionFades,
  '2026-11-22-zzzzzzz-z-footage': footage,
  '2026-11-22-zzzzzzz-zz-drafts': drafts,
  '2026-11-22-zzzzzzz-zzz-section-cuts': sectionCuts,
  '2026-11-22-zzzzzzzz-transitions': transitions,
  '2026-11-22-zzzzzzzz-watch-page': watchPage,
  '2026-11-23-music': music,
  '2026-11-23-section-zoom': sectionZoom,
  '2026-11-23-z-film-versions': filmVersions,
  '2026-11-23-zz-card-background': cardBackground,
  '2026-11-23-zzz-captions': captions,
  '2026-11-23-zzzz-film-choices': filmChoices,
  '2026-11-23-zzzz-z-versions-music': versionsMusic,
  '2026-11-23-zzzzz-card-looks': cardLooks,
  '2026-11-23-zzzzzz-localized': localized,
  '2026-11-23-zzzzzzz-speakers': speakers,
  '2026-11-24-steps-keyed': stepsKeyed,
  '2026-11-26-links-version': linksVersion,
  '2026-11-26-withheld-words': withheldWords,
  '2026-11-27-previews': previews,
  '2026-11-27-z-film-credits': filmCredits,
  '2026-11-27-zz-card-subtitle': cardSubtitle,
  '2026-11-27-zzz-end-fades': endFades,
  '2026-11-27-zzzz-follow': follow,
  '2026-11-27-zzzz-lower-style': lowerStyle,
  '2026-11-27-zzzzz-following-films': followingFilms,
};

/** The names of this version's migrations, in order. */
export const MIGRATION_NAMES = Object.keys(MIGRATIONS);

/** Returns the names of the migrations that a database has; an empty list for an empty database. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean;
  }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (!found[0]!.there) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Migrates the database up to one migration. */
export async function migrateTo<T>(db: Kysely<T>, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name);
  if (error) throw error;
}

const migratorOf = <T>(db: Kysely<T>) =>
  new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });

/**
 * Migrates the database to this version's schema. Several nodes may call it concurrently: Kysely's lock
 * admits one at a time.
 * @throws Error if a migration fails, or if a newer version wrote the database
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (!error) return;
  if (error instanceof Error && /corrupted migrations/.test(error.message)) {
    throw new Error(
      'This data was written by a newer version of Cutroom. Start that version, or restore a backup.',
      {
        cause: error,
      },
    );
  }
  throw error;
}
