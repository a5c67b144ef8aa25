import { LANGUAGES } from '#contract/primitives.ts';

/** The name of the settings group that shows and downloads models. */
export const MODELS_GROUP = 'Languages on this machine';
export const WHERE_MODELS_ARE = `Settings, under "${MODELS_GROUP}"`;

const BASIC = 'The transcript comes from a basic speech recogniser';
/** The beginning of stored notices before `ROUGH` was reworded. */
const BASIC_BEFORE = "The words were heard by this machine's simple recogniser of English";

/** The notice appears once in a project, however many videos a basic recogniser transcribed. */
export const ROUGH = `${BASIC} and may contain mistakes. Check the underlined words, or install a better model in ${WHERE_MODELS_ARE}.`;

/** Whether a notice is `ROUGH`, including earlier wordings. */
export const isAboutRough = (notice: string): boolean =>
  notice.startsWith(BASIC) || notice.startsWith(BASIC_BEFORE);

/** @param language ISO 639-1 */
export function notRecognised(language: string): string {
  const name = LANGUAGES.find(({ code }) => code === language)?.name;
  return `Transcription isn’t available for ${name ?? new Intl.DisplayNames('en', { type: 'language' }).of(language)}`;
}

/** The notice for a video in a language that no engine transcribes. */
export const unheard = (title: string, language: string): string =>
  `${notRecognised(language)}, the language of "${title}", so we split it by shot. See ${WHERE_MODELS_ARE}.`;

export const noSpeech = (title: string): string =>
  `We didn’t find any clear speech in "${title}", so we split it by shot.`;

export const noSound = (title: string): string => `"${title}" has no sound, so we split it by shot.`;

export const unreadSubtitles = (title: string): string =>
  `The subtitles of "${title}" could not be read and were left out.`;

/** The notice for a video whose subtitles contain cues without usable times. */
export const skippedCues = (title: string, count: number): string =>
  `${count} ${count === 1 ? 'subtitle' : 'subtitles'} of "${title}" skipped: invalid times.`;

/** The text around the title in a notice about one video, including earlier wordings. */
const OF_A_VIDEO =
  /^(?:The subtitles of |\d{1,9} subtitles? of |Transcription isn’t available for [^"]{1,80}, the language of |We didn’t find any clear speech in |Nothing here recognises .*?, which is spoken in |No clear speech was found in |)"(.*)"(?: could not be read and were left out\.| skipped: invalid times\.| has no sound(?:, so|: its)|, so we split it|: its sections)/s;

/** Whether a notice reports that this video's speech was not transcribed, including earlier wordings. */
export const isAboutMissingSpeech = (notice: string, title: string): boolean =>
  notice === noSpeech(title) ||
  notice === `No clear speech was found in "${title}": its sections follow its shots.` ||
  (notice.startsWith('Transcription isn’t available for ') &&
    notice.includes(`, the language of "${title}", `)) ||
  (notice.startsWith('Nothing here recognises ') && notice.includes(`, which is spoken in "${title}": `));

/**
 * Removes notices about videos without a section: a draft used none, they were deleted, or they were not
 * copied.
 * @param titles titles of the videos that have sections
 */
export const noticesAbout = (notices: readonly string[], titles: ReadonlySet<string>): string[] =>
  notices.filter((notice) => {
    const title = OF_A_VIDEO.exec(notice)?.[1];
    return title === undefined || titles.has(title);
  });
