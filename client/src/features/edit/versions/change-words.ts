import type { Part } from '#contract/cuts.ts';
import type { Aspect } from '#contract/primitives.ts';
import type { Framing, Sound, Transition, Zoom } from '#contract/section-settings.ts';
import type {
  ChangedValue,
  FilmOptions,
  SectionDifference,
  SectionField,
  VersionChanges,
} from '#contract/versions.ts';
import { plural, preciseTime } from '../../../lib/format.ts';
import { SHAPES } from '../context/film-options.ts';
import { FRAMING_NAMES, ZOOM_NAMES } from '../section/framing.ts';
import { languageName, SOUND_WORDS } from '../section/sound-words.ts';
import { TRANSITION_NAMES } from '../section/transition-names.ts';

/** Names a voice by its id. */
export type NameVoice = (id: string) => string;
interface FieldWords {
  name: string;
  /** A value as people say it; a field without has none worth telling. */
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
  sound: { name: 'Sound', value: (value) => SOUND_WORDS[value as Sound].name },
  volume: { name: 'Volume', value: percent },
  fadeIn: { name: 'Fade in', value: seconds },
  fadeOut: { name: 'Fade out', value: seconds },
  speed: { name: 'Speed', value: (value) => `${String(value)}×` },
  speaker: {
    name: 'Voice',
    value: (value, nameVoice) => (value === null ? "the film's" : nameVoice(String(value))),
  },
  framing: {
    name: 'Framing',
    value: (value) => (value === null ? "the film's" : FRAMING_NAMES[value as Framing]),
  },
  zoom: { name: 'Zoom', value: (value) => ZOOM_NAMES[value as Zoom] },
  background: { name: 'Background', value: String },
  captions: { name: 'Captions', value: (value) => (value === true ? 'yes' : 'no') },
  crop: { name: 'Kept part of the picture', value: percent },
  cuts: {
    name: 'Cut out',
    value: (value) => {
      const cuts = value as Part[];
      const total = cuts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000;
      return cuts.length === 0
        ? 'nothing'
        : `${cuts.length} ${plural(cuts.length, 'part')}, ${total.toFixed(1)} s`;
    },
  },
  transition: { name: 'Transition', value: (value) => TRANSITION_NAMES[value as Transition] },
  transitionSeconds: { name: 'Length of the transition', value: seconds },
  heard: { name: 'The words that are heard' },
};

const FILM_WORDS: Record<keyof FilmOptions, FieldWords> = {
  language: { name: 'Language', value: (value) => languageName(String(value)) },
  quality: { name: 'Quality', value: String },
  aspect: { name: 'Shape', value: (value) => SHAPES[value as Aspect] },
  framing: { name: 'Framing', value: (value) => FRAMING_NAMES[value as Framing] },
  burnSubtitles: { name: 'Subtitles in the picture', value: (value) => (value === true ? 'yes' : 'no') },
  gender: { name: 'Voice', value: String },
  speaker: {
    name: 'Voice',
    value: (value, nameVoice) => (value === null ? 'the best one' : nameVoice(String(value))),
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

/** A changed option of the film, such as 'Quality: 720p, then 1080p'. */
export const filmWords = (change: VersionChanges['film'][number], nameVoice: NameVoice): string =>
  sentence(FILM_WORDS[change.field], change, nameVoice);

/** What happened to a section, a line for each change. */
export function sectionWords(difference: SectionDifference, nameVoice: NameVoice): string[] {
  const { from, to, moved, fields } = difference;
  if (from === null) return [`Added in place ${to}`];
  if (to === null) return [`Removed from place ${from}`];
  const lines = fields.map((change) => {
    const words = SECTION_WORDS[change.field];
    const name = change.language ? `${words.name} in ${languageName(change.language)}` : words.name;
    return sentence({ ...words, name }, change, nameVoice);
  });
  return moved ? [`Moved from place ${from} to ${to}`, ...lines] : lines;
}

/** Why a section cannot come back as it was, and what happens to it. */
export function lostWords(reason: 'video' | 'upload', stays: boolean): string {
  const gone = reason === 'video' ? 'Its video is gone' : 'The upload it had is gone';
  return stays ? `${gone}: it stays as it is now.` : `${gone}: it cannot come back.`;
}
