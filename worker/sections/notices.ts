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

/** Whether a notice says that the speech of this video was not heard. */
export const isAboutUnheard = (notice: string, title: string): boolean =>
  notice === noSpeech(title) ||
  (notice.startsWith('Nothing here recognises ') && notice.includes(`, which is spoken in "${title}": `));
