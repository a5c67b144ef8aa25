import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Sound } from '#contract/section-settings.ts';
import type { Section, Voice, VoiceReason } from '#contract/sections.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** Returns a language's English name. A spoken language may be one that films do not support. */
export const languageName = (language: string): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ??
  (/^[a-z]{2,8}$/u.test(language) ? names.of(language)! : 'Original');

/** Whether its video has audio. This is assumed until the video is prepared. */
const hasOwnSound = ({ media, preview }: Section): boolean =>
  media === 'video' && (preview === null || preview.peaksUrl !== null);

const isUnread = ({ sound, voiceReason }: Section): boolean =>
  sound === 'narrated' && voiceReason === 'no_text';

export interface VoiceLabel {
  text: string;
  /** Determines its colour and icon. */
  look: Voice | 'unread';
}

/** Returns the source of a section's voice in two or three words. */
export function voiceLabel(section: Section, language: Language): VoiceLabel {
  if (isUnread(section)) return { text: 'No text to narrate', look: 'unread' };
  const words: Record<Voice, string> = {
    original: section.saysWords ? "Speaker's voice" : 'Original sound',
    narrated: `Narrated in ${languageName(language)}`,
    muted: 'Muted',
    silent: 'Silent',
  };
  return { text: words[section.voice], look: section.voice };
}

/**
 * Explains the source of a section's voice in a sentence or two. `translates` applies to texts of another
 * language.
 */
export function voiceSentence(section: Section, language: Language, translates: boolean): string {
  const { voice, voiceReason: reason, media, textSource, textLanguage } = section;
  if (voice === 'muted') return 'Plays without sound. Captions stay.';
  if (isUnread(section)) {
    const until = voice === 'original' ? 'the original sound plays' : 'it is silent';
    return `There is no text to narrate. Until you add some, ${until}.`;
  }
  if (voice === 'narrated') {
    const over = hasOwnSound(section) ? ', over the quieter original sound.' : '.';
    if (textSource === 'untranslated' && !translates) {
      const text = languageName(textLanguage);
      return `The ${text} text will be read as written, by a synthetic ${languageName(language)} voice${over}`;
    }
    return `Will be narrated in ${languageName(language)}${over}${NARRATED_WHY[reason] ?? ''}`;
  }
  if (voice === 'silent') {
    if (reason === 'no_text') return 'Silent. Add text to narrate it.';
    return media === 'video'
      ? 'Silent, because its video has no sound.'
      : 'Silent, because images and titles have no sound of their own.';
  }
  // Text that replaces a speaker's words in the captions is not narrated.
  if (reason === 'no_text' && section.spoken?.language === language) return 'Plays the original sound.';
  return ORIGINAL_WHY[reason] ?? 'Plays the original sound.';
}

const NARRATED_WHY: Partial<Record<VoiceReason, string>> = {
  other_language: ' The speaker speaks another language.',
};
const ORIGINAL_WHY: Partial<Record<VoiceReason, string>> = {
  as_spoken: 'Keeps the original sound. In other languages, a narrator reads the text.',
  corrected: 'Keeps the speaker’s voice. Your corrections change the captions only.',
  other_text: 'Keeps the speaker’s voice. Captions show your text.',
  replaced: 'Plays the sound of the new media. A narrator reads new text.',
  no_text: 'Plays its own sound. If you add text, a narrator reads it.',
  chosen: 'Plays the original sound, as you chose. Captions show the text.',
};

export const SOUND_NAMES: Record<Sound, { name: string; text: string }> = {
  auto: { name: 'Automatic', text: 'The speaker, or a narrator in other languages' },
  original: { name: 'Original', text: 'Always the section’s own sound' },
  narrated: { name: 'Narrated', text: 'A narrator reads the text' },
  muted: { name: 'Muted', text: 'No sound, captions stay' },
};

/** Whether a section has audio of its own and a text that could be narrated instead. */
export const offersReading = (section: Section): boolean =>
  section.voice !== 'muted' && hasOwnSound(section) && section.transcription.trim() !== '';

/** Returns the sound setting that narrates a section's text, or only shows it in the captions. */
export function soundOfText({ spoken }: Section, isRead: boolean, language: Language): Sound {
  if (isRead) return 'narrated';
  return spoken?.language === language ? 'auto' : 'original';
}

/** Predicts the voice for an unsaved sound setting. The server decides. */
export function likelyVoice(
  section: Section,
  language: Language,
): Pick<Section, 'voice' | 'voiceReason' | 'narrated'> {
  const { sound, spoken, transcription, textSource } = section;
  const prediction = (voice: Voice, voiceReason: VoiceReason) => ({
    voice,
    voiceReason,
    narrated: voice === 'narrated',
  });
  if (sound === 'muted') return prediction('muted', 'chosen');
  const own = hasOwnSound(section) ? 'original' : 'silent';
  if (sound === 'original') return prediction(own, own === 'silent' ? 'no_sound' : 'chosen');
  if (transcription.trim() === '') return prediction(own, 'no_text');
  if (sound === 'narrated') return prediction('narrated', 'chosen');
  if (textSource === 'original') return prediction(own, 'as_spoken');
  return spoken?.language === language ? prediction(own, 'other_text') : prediction('narrated', 'own_text');
}
