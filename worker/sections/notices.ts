const BETTER = 'Settings, under "Languages of this machine"';

const HEARD_ROUGHLY = "The words were heard by this machine's simple recogniser of English";

/** Once for a project, however many videos a simple recogniser heard. */
export const ROUGH = `${HEARD_ROUGHLY}, which gets many wrong: please check the marked ones. Sections are named after their videos. A better one is in ${BETTER}.`;

/** Whether a notice is `ROUGH`, also in an earlier wording. */
export const isAboutRough = (notice: string): boolean => notice.startsWith(HEARD_ROUGHLY);

/** @param language ISO 639-1 */
export function notRecognised(language: string): string {
  return `Nothing here recognises ${new Intl.DisplayNames('en', { type: 'language' }).of(language)}`;
}

/** Of a video in a language that no engine hears. */
export const unheard = (title: string, language: string): string =>
  `${notRecognised(language)}, which is spoken in "${title}": its sections follow its shots. See ${BETTER}.`;

export const noSpeech = (title: string): string =>
  `No clear speech was found in "${title}": its sections follow its shots.`;

/** Whether a notice says that the speech of this video was not heard. */
export const isAboutUnheard = (notice: string, title: string): boolean =>
  notice === noSpeech(title) ||
  (notice.startsWith('Nothing here recognises ') && notice.includes(`, which is spoken in "${title}": `));
