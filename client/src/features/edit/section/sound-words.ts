import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Sound } from '#contract/section-settings.ts';
import type { Section, Voice, VoiceReason } from '#contract/sections.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language's English name; the spoken one may be one without films. */
export const languageName = (language: string): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ??
  (/^[a-z]{2,8}$/u.test(language) ? names.of(language)! : 'Original');

/** Whether its video has a sound; assumed until it is prepared. */
const hasOwnSound = ({ media, preview }: Section): boolean =>
  media === 'video' && (preview === null || preview.peaksUrl !== null);

const isUnread = ({ sound, voiceReason }: Section): boolean =>
  sound === 'narrated' && voiceReason === 'no_text';

export interface VoiceLabel {
  text: string;
  /** Determines its colour and icon. */
  look: Voice | 'unread';
}

/** Whose voice a section will have, in two or three words. */
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

/** Whose voice a section will have, and why, in a sentence or two. `translates` concerns texts of another language. */
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
  // A text that is written over a speaker is not narrated.
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

export const SOUND_WORDS: Record<Sound, { name: string; text: string }> = {
  auto: { name: 'Automatic', text: 'The speaker, or a narrator in other languages' },
  original: { name: 'Original', text: 'Always the section’s own sound' },
  narrated: { name: 'Narrated', text: 'A narrator reads the text' },
  muted: { name: 'Muted', text: 'No sound, captions stay' },
};

/** Whether a section has both a sound of its own and a text that could be read in its place. */
export const offersReading = (section: Section): boolean =>
  section.voice !== 'muted' && hasOwnSound(section) && section.transcription.trim() !== '';

/** The sound of a section whose text is read aloud, or else only shown in the captions. */
export function soundOfText({ spoken }: Section, isRead: boolean, language: Language): Sound {
  if (isRead) return 'narrated';
  return spoken?.language === language ? 'auto' : 'original';
}

/** A prediction of the voice for an unsaved choice of sound; the server decides. */
export function likelyVoice(
  section: Section,
  language: Language,
): Pick<Section, 'voice' | 'voiceReason' | 'narrated'> {
  const { sound, spoken, transcription, textSource } = section;
  const told = (voice: Voice, voiceReason: VoiceReason) => ({
    voice,
    voiceReason,
    narrated: voice === 'narrated',
  });
  if (sound === 'muted') return told('muted', 'chosen');
  const own = hasOwnSound(section) ? 'original' : 'silent';
  if (sound === 'original') return told(own, own === 'silent' ? 'no_sound' : 'chosen');
  if (transcription.trim() === '') return told(own, 'no_text');
  if (sound === 'narrated') return told('narrated', 'chosen');
  if (textSource === 'original') return told(own, 'as_spoken');
  return spoken?.language === language ? told(own, 'other_text') : told('narrated', 'own_text');
}
