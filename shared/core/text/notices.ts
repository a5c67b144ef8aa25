import { MODELS_GROUP } from '#contract/model-words.ts';
import { LANGUAGES } from '#contract/primitives.ts';

export const WHERE_MODELS_ARE = `Settings, under "${MODELS_GROUP}"`;

const HEARD_ROUGHLY = "The words were heard by this machine's simple recogniser of English";

/** Once for a project, however many videos a simple recogniser heard. */
export const ROUGH = `${HEARD_ROUGHLY}, which gets many wrong: please check the marked ones. Sections are named after their videos. A better one is in ${WHERE_MODELS_ARE}.`;

/** Whether a notice is `ROUGH`, also in an earlier wording. */
export const isAboutRough = (notice: string): boolean => notice.startsWith(HEARD_ROUGHLY);

/** @param language ISO 639-1 */
export function notRecognised(language: string): string {
  const known = LANGUAGES.find(({ code }) => code === language)?.name;
  return `Nothing here recognises ${known ?? new Intl.DisplayNames('en', { type: 'language' }).of(language)}`;
}

/** Of a video in a language that no engine hears. */
export const unheard = (title: string, language: string): string =>
  `${notRecognised(language)}, which is spoken in "${title}": its sections follow its shots. See ${WHERE_MODELS_ARE}.`;

export const noSpeech = (title: string): string =>
  `No clear speech was found in "${title}": its sections follow its shots.`;

export const noSound = (title: string): string => `"${title}" has no sound: its sections follow its shots.`;

export const unreadSubtitles = (title: string): string =>
  `The subtitles of "${title}" could not be read and were left out.`;

/** Of a video that carries subtitles without usable times. */
export const skippedCues = (title: string, count: number): string =>
  `${count} ${count === 1 ? 'subtitle' : 'subtitles'} of "${title}" skipped: invalid times.`;

/** What stands before and after the title in a notice of one video. */
const OF_A_VIDEO =
  /^(?:The subtitles of |\d{1,9} subtitles? of |Nothing here recognises .*?, which is spoken in |No clear speech was found in |)"(.*)"(?: could not be read and were left out\.| skipped: invalid times\.| has no sound: its|: its sections)/s;

/** Whether a notice says that the speech of this video was not heard. */
export const isAboutUnheard = (notice: string, title: string): boolean =>
  notice === noSpeech(title) ||
  (notice.startsWith('Nothing here recognises ') && notice.includes(`, which is spoken in "${title}": `));

/**
 * Notices without those about a video of which there is no section: a draft took none, they were deleted, or they were
 * not copied.
 * @param titles of the videos of the sections that there are
 */
export const noticesAbout = (notices: readonly string[], titles: ReadonlySet<string>): string[] =>
  notices.filter((notice) => {
    const title = OF_A_VIDEO.exec(notice)?.[1];
    return title === undefined || titles.has(title);
  });
