import type { Migration } from 'kysely';
import * as first from './01-first.ts';
import * as ownSections from './02-own-sections.ts';
import * as workersLost from './03-workers-lost.ts';
import * as youtubeChannels from './04-youtube-channels.ts';
import * as sectionSound from './05-section-sound.ts';
import * as steadyProgress from './06-steady-progress.ts';
import * as videoLinks from './07-video-links.ts';
import * as welcomesAndRefunds from './08-welcomes-and-refunds.ts';
import * as whatAccountsHave from './09-what-accounts-have.ts';
import * as wordsApart from './10-words-apart.ts';
import * as stepsWithoutAttempts from './11-steps-without-attempts.ts';
import * as kindsOfRuns from './12-kinds-of-runs.ts';
import * as sectionSpeed from './13-section-speed.ts';
import * as sectionSpeaker from './14-section-speaker.ts';
import * as filmChecks from './15-film-checks.ts';
import * as framing from './16-framing.ts';
import * as sectionVolume from './17-section-volume.ts';
import * as sectionFades from './18-section-fades.ts';
import * as footage from './19-footage.ts';
import * as drafts from './20-drafts.ts';
import * as sectionCuts from './21-section-cuts.ts';
import * as transitions from './22-transitions.ts';
import * as watchPage from './23-watch-page.ts';
import * as music from './24-music.ts';
import * as sectionZoom from './25-section-zoom.ts';
import * as filmVersions from './26-film-versions.ts';
import * as cardBackground from './27-card-background.ts';
import * as captions from './28-captions.ts';
import * as filmChoices from './29-film-choices.ts';
import * as versionsMusic from './30-versions-music.ts';
import * as cardLooks from './31-card-looks.ts';
import * as localized from './32-localized.ts';
import * as speakers from './33-speakers.ts';
import * as stepsKeyed from './34-steps-keyed.ts';
import * as linksVersion from './35-links-version.ts';
import * as withheldWords from './36-withheld-words.ts';
import * as previews from './37-previews.ts';
import * as filmCredits from './38-film-credits.ts';
import * as cardSubtitle from './39-card-subtitle.ts';
import * as endFades from './40-end-fades.ts';
import * as follow from './41-follow.ts';
import * as lowerStyle from './42-lower-style.ts';
import * as followingFilms from './43-following-films.ts';

/**
 * The migrations that precede `0001-initial-schema`, in order, by the names that databases and backups of the
 * first versions store. A new database does not run them.
 */
export const EARLIER: Record<string, Migration> = {
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
