import type { CaptionColor, CaptionPlace, CaptionSize } from '#contract/caption-look.ts';
import type { CaptionGround } from '#film/captions/caption-look.ts';
import type { Part } from '#contract/cuts.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import type { Aspect } from '#contract/shapes.ts';
import {
  describeShape,
  COLOR_NAMES,
  CREDITS_NAMES,
  LOWER_STYLE_NAMES,
  PLACE_NAMES,
  SIZE_NAMES,
  STYLE_NAMES,
  TRANSITION_NAMES,
} from '../section/look-names.ts';
import type {
  CardFrame,
  CardPlace,
  CardStyle,
  Framing,
  LowerStyle,
  Sound,
  Transition,
  Zoom,
} from '#contract/section-settings.ts';
import type { ProposedFilm } from '#contract/proposals.ts';
import type { ShotCrops } from '#contract/subjects.ts';
import type {
  ChangedValue,
  FilmField,
  SectionDifference,
  SectionField,
  VersionChanges,
  VersionRestored,
} from '#contract/versions.ts';
import { plural, preciseTime } from '../../../lib/format.ts';
import {
  CARD_FRAME_NAMES,
  CARD_PLACE_NAMES,
  CARD_STYLE_NAMES,
  FRAMING_NAMES,
  ZOOM_NAMES,
} from '../section/framing.ts';
import { languageName, SOUND_NAMES } from '../section/sound-words.ts';

/** Returns the name of a voice by its ID. */
export type NameVoice = (id: string) => string;
interface FieldWords {
  name: string;
  /** Describes a value. A field without a description is not listed. */
  value?: (value: ChangedValue, nameVoice: NameVoice) => string;
}

const seconds = (value: ChangedValue) => `${String(value)} s`;
const percent = (value: ChangedValue) => `${Math.round(Number(value) * 100)}%`;
const quoted = (value: ChangedValue) => (value === '' ? 'none' : `“${String(value)}”`);
const times = (value: ChangedValue) => {
  const { start, end } = value as { start: number; end: number };
  return `${preciseTime(start)} to ${preciseTime(end)}`;
};
const MEDIA: Record<string, string> = { video: 'its own video', upload: 'an upload', none: 'a title card' };

const SECTION_WORDS: Record<SectionField, FieldWords> = {
  title: { name: 'Title', value: quoted },
  text: { name: 'Text', value: quoted },
  range: { name: 'Range', value: times },
  media: { name: 'Media', value: (value) => MEDIA[String(value)] ?? String(value) },
  sound: { name: 'Sound', value: (value) => SOUND_NAMES[value as Sound].name },
  volume: { name: 'Volume', value: percent },
  fadeIn: { name: 'Fade in', value: seconds },
  fadeOut: { name: 'Fade out', value: seconds },
  speed: { name: 'Speed', value: (value) => `${String(value)}×` },
  speaker: {
    name: 'Voice',
    value: (value, nameVoice) => (value === null ? 'film default' : nameVoice(String(value))),
  },
  framing: {
    name: 'Framing',
    value: (value) => (value === null ? 'film default' : FRAMING_NAMES[value as Framing]),
  },
  zoom: { name: 'Zoom', value: (value) => ZOOM_NAMES[value as Zoom] },
  background: { name: 'Background', value: String },
  cardPlace: { name: 'Title position', value: (value) => CARD_PLACE_NAMES[value as CardPlace] },
  cardStyle: { name: 'Title style', value: (value) => CARD_STYLE_NAMES[value as CardStyle] },
  cardSubtitle: { name: 'Subtitle', value: quoted },
  captions: { name: 'Captions', value: (value) => (value === true ? 'yes' : 'no') },
  cardFrame: { name: 'Background', value: (value) => CARD_FRAME_NAMES[value as CardFrame] },
  titled: { name: 'Title over the image', value: (value) => (value === true ? 'yes' : 'no') },
  localized: { name: 'Text in other languages' },
  lowerName: { name: 'Name in the lower third', value: quoted },
  lowerDetail: { name: 'Second line in the lower third', value: quoted },
  lowerStyle: {
    name: 'Lower third style',
    value: (value) => LOWER_STYLE_NAMES[value as LowerStyle],
  },
  lowerStart: { name: 'Lower third start', value: seconds },
  lowerSeconds: { name: 'Lower third length', value: seconds },
  crop: { name: 'Crop', value: percent },
  shotCrops: {
    name: 'Manually framed shots',
    value: (value) => String((value as ShotCrops).length),
  },
  cuts: {
    name: 'Cuts',
    value: (value) => {
      const cuts = value as Part[];
      const total = cuts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000;
      return cuts.length === 0
        ? 'none'
        : `${cuts.length} ${plural(cuts.length, 'part')}, ${total.toFixed(1)} s`;
    },
  },
  transition: { name: 'Transition', value: (value) => TRANSITION_NAMES[value as Transition] },
  transitionSeconds: { name: 'Transition length', value: seconds },
  heard: { name: 'Transcript' },
};

const FILM_WORDS: Record<FilmField, FieldWords> = {
  language: { name: 'Language', value: (value) => languageName(String(value)) },
  quality: { name: 'Quality', value: String },
  aspect: { name: 'Aspect ratio', value: (value) => describeShape(value as Aspect) },
  framing: { name: 'Framing', value: (value) => FRAMING_NAMES[value as Framing] },
  burnSubtitles: { name: 'Burned-in captions', value: (value) => (value === true ? 'yes' : 'no') },
  captionStyle: { name: 'Caption style', value: (value) => STYLE_NAMES[value as CaptionGround] },
  captionPlace: { name: 'Caption position', value: (value) => PLACE_NAMES[value as CaptionPlace] },
  captionSize: { name: 'Caption size', value: (value) => SIZE_NAMES[value as CaptionSize] },
  captionColor: { name: 'Caption colour', value: (value) => COLOR_NAMES[value as CaptionColor] },
  captionHighlight: { name: 'Word highlight', value: (value) => (value === 'word' ? 'yes' : 'no') },
  music: { name: 'Music', value: (value) => quoted(value ?? '') },
  musicVolume: { name: 'Music volume', value: percent },
  musicFadeOut: { name: 'Music fade out', value: seconds },
  musicStart: { name: 'Music start', value: (value) => preciseTime(Number(value)) },
  musicDucked: {
    name: 'Music under speech',
    value: (value) => (value === true ? 'lowered' : 'full volume'),
  },
  musicCredit: { name: 'Music credit', value: quoted },
  credits: {
    name: 'Closing credits',
    value: (value) => CREDITS_NAMES[value as CreditsChoice].toLowerCase(),
  },
  endFades: {
    name: 'Audio fades at the start and end',
    value: (value) => (value === true ? 'yes' : 'no'),
  },
  gender: { name: 'Voice', value: String },
  speaker: {
    name: 'Voice',
    value: (value, nameVoice) => (value === null ? 'best available' : nameVoice(String(value))),
  },
};

function sentence(
  { name, value }: FieldWords,
  { from, to }: { from: ChangedValue; to: ChangedValue },
  nameVoice: NameVoice,
): string {
  if (!value) return `${name} changed`;
  const [before, after] = [value(from, nameVoice), value(to, nameVoice)];
  return before === after ? `${name}: changed` : `${name}: ${before}, then ${after}`;
}

const TITLE_WORDS: FieldWords = { name: 'Project title', value: quoted };

/** Describes a changed option of the film, or title, such as 'Quality: 720p, then 1080p'. */
export const describeFilmChange = (
  change: VersionChanges['film'][number] | ProposedFilm['fields'][number],
  nameVoice: NameVoice,
): string =>
  sentence(change.field === 'projectTitle' ? TITLE_WORDS : FILM_WORDS[change.field], change, nameVoice);

/** Describes the changes of a section, one line for each. */
export function sectionWords(difference: SectionDifference, nameVoice: NameVoice): string[] {
  const { from, to, moved, fields } = difference;
  if (from === null) return [`Added at position ${to}`];
  if (to === null) return [`Removed from position ${from}`];
  const lines = fields.map((change) => {
    const words = SECTION_WORDS[change.field];
    const name = change.language ? `${words.name} in ${languageName(change.language)}` : words.name;
    return sentence({ ...words, name }, change, nameVoice);
  });
  return moved ? [`Moved from position ${from} to ${to}`, ...lines] : lines;
}

/** Explains why a section or the music cannot be restored completely, and what happens instead. */
export function describeLoss(reason: VersionRestored['lost'][number]['reason'], stays: boolean): string {
  if (reason === 'music') {
    return stays
      ? 'The file of this music was deleted, so the music stays as it is now.'
      : 'The file of this music was deleted, so it can’t be restored.';
  }
  const explanation = reason === 'video' ? 'Its video was deleted' : 'Its upload was deleted';
  return stays ? `${explanation}, so it stays as it is now.` : `${explanation}, so it can’t be restored.`;
}
