import { z } from 'zod';
import { MAX_TITLE } from './limits.ts';
import { languageCodeSchema, STORABLE } from './primitives.ts';
import { cutsSchema } from './cuts.ts';
import { shotCropsSchema } from './subjects.ts';

/**
 * The creator's choice of sound. `auto` follows from the language: the original sound where the film's language is
 * spoken, whatever the text, otherwise a narration.
 */
export const SOUNDS = ['auto', 'original', 'narrated', 'muted'] as const;
export const soundSchema = z.enum(SOUNDS);
export type Sound = z.infer<typeof soundSchema>;

/** The speed of a section's video in the film, 1 being its own; the pitch stays. A picture or a title has none. */
export const speedSchema = z.number().min(0.5).max(2);

/** How loud a section's own sound is in the film, 1 being as analysed and 0 silent, in a video alone. */
export const volumeSchema = z.number().min(0).max(1);

/** How long a section's own sound takes to rise from silence, or to fall to it, in seconds of the film. */
export const MAX_FADE = 5;
export const fadeSchema = z.number().min(0).max(MAX_FADE);

/** How the film goes from a section to the next one: at once, through both at once, or through black. */
export const TRANSITIONS = ['cut', 'crossfade', 'dip'] as const;
export const transitionSchema = z.enum(TRANSITIONS);
export type Transition = z.infer<typeof transitionSchema>;

/** How long a transition takes, in seconds of the film. */
export const MIN_TRANSITION = 0.2;
export const MAX_TRANSITION = 2;
export const transitionSecondsSchema = z.number().min(MIN_TRANSITION).max(MAX_TRANSITION);

/**
 * How a picture of another shape than the film's takes it: whole on a blurred copy of itself, whole between black bars,
 * cut so that it fills the film, or cut around the faces of a video.
 */
export const FRAMINGS = ['blurred', 'fit', 'fill', 'follow'] as const;
export const framingSchema = z.enum(FRAMINGS);
export type Framing = z.infer<typeof framingSchema>;

/** Whether what is said in a section becomes captions. */
export const captionsSchema = z.boolean();

/** Which part is kept of a picture that is cut: 0 its left or upper end, 0.5 its middle, 1 its right or lower end. */
export const cropSchema = z.number().min(0).max(1);

/** How an image moves while it shows: not, or slowly nearer or farther. */
export const ZOOMS = ['none', 'in', 'out'] as const;
export const zoomSchema = z.enum(ZOOMS);
export type Zoom = z.infer<typeof zoomSchema>;
/** How a new image moves. Sections from before this have the default of all settings, which is no zoom. */
export const NEW_ZOOM: Zoom = 'in';

/** The colours of title cards, by which white text is read well. */
export const BACKGROUNDS = ['dark', 'black', 'blue', 'teal', 'green', 'brown', 'red', 'purple'] as const;
export const backgroundSchema = z.enum(BACKGROUNDS);
export type Background = z.infer<typeof backgroundSchema>;

/** Where a title card's words stand. */
export const CARD_PLACES = ['top', 'middle', 'bottom'] as const;
export const cardPlaceSchema = z.enum(CARD_PLACES);
export type CardPlace = z.infer<typeof cardPlaceSchema>;

/** How a title card's words look: plain, larger, or with a line over them. */
export const CARD_STYLES = ['plain', 'large', 'line'] as const;
export const cardStyleSchema = z.enum(CARD_STYLES);
export type CardStyle = z.infer<typeof cardStyleSchema>;

/** The line under a title card's title; empty: none. Without signs that no text has. */
export const MAX_SUBTITLE = 120;
/** Whether an image has its section's title over it, as a title card. */
export const titledSchema = z.boolean();

/** What is behind a title card's words: its colour, or a blurred frame of the nearest video before or after it. */
export const CARD_FRAMES = ['none', 'before', 'after'] as const;
export const cardFrameSchema = z.enum(CARD_FRAMES);
export type CardFrame = z.infer<typeof cardFrameSchema>;

/** A name over a section's picture and a second line under it; empty: none. Without signs that no text has. */
export const MAX_LOWER_NAME = 60;
export const MAX_LOWER_DETAIL = 80;
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;
export const cardSubtitleSchema = z.string().max(MAX_SUBTITLE).regex(PLAIN);
export const lowerNameSchema = z.string().max(MAX_LOWER_NAME).regex(PLAIN);
export const lowerDetailSchema = z.string().max(MAX_LOWER_DETAIL).regex(PLAIN);
/** How a lower third looks: in a box, as outlined letters, or as these with a line over them. */
export const LOWER_STYLES = ['boxed', 'plain', 'line'] as const;
export const lowerStyleSchema = z.enum(LOWER_STYLES);
export type LowerStyle = z.infer<typeof lowerStyleSchema>;
/** When it appears after the section's start, and for how long it is seen, in seconds of the film. */
export const MAX_LOWER_START = 60;
export const lowerStartSchema = z.number().min(0).max(MAX_LOWER_START);
export const MIN_LOWER_SECONDS = 1;
export const MAX_LOWER_SECONDS = 30;
export const lowerSecondsSchema = z.number().min(MIN_LOWER_SECONDS).max(MAX_LOWER_SECONDS);

/** What the picture, or a list of sections, says of a section in words, which another language has in its own. */
export const DRAWN_FIELDS = ['title', 'cardSubtitle', 'lowerName', 'lowerDetail'] as const;
export type DrawnField = (typeof DRAWN_FIELDS)[number];
const drawnSchema = z.object({
  text: z.string().max(MAX_TITLE).regex(STORABLE),
  /** The text of which a machine made it: it is valid while the section still says that. Null: a person wrote it. */
  of: z.nullable(z.string().max(MAX_TITLE).regex(STORABLE)),
});
export const localizedSchema = z.partialRecord(
  languageCodeSchema,
  z.partialRecord(z.enum(DRAWN_FIELDS), drawnSchema),
);
export type Localized = z.infer<typeof localizedSchema>;

/** The id of the voice that narrates a section (GET /api/voices); null: the film's. */
export const speakerSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(STORABLE, { error: 'The voice contains invalid characters.' });

/**
 * A creator's settings of a section, beside its title, text, range and media. Each is a column of the same name with
 * the default below: rows, copies, splits, exports, Undo, Reset and the calls take all of them from here. The page takes
 * the values, so this file calls only `z` itself: a method of a schema would bring zod along.
 */
export const sectionSettingsSchema = z.object({
  sound: soundSchema,
  volume: volumeSchema,
  fadeIn: fadeSchema,
  fadeOut: fadeSchema,
  speed: speedSchema,
  speaker: z.nullable(speakerSchema),
  /** Null: the film's. */
  framing: z.nullable(framingSchema),
  crop: cropSchema,
  /** Of a video that follows its subject. */
  shotCrops: shotCropsSchema,
  /** Of an image. */
  zoom: zoomSchema,
  /** Of a title card. */
  background: backgroundSchema,
  cardPlace: cardPlaceSchema,
  cardStyle: cardStyleSchema,
  cardFrame: cardFrameSchema,
  /** Of a title card, or of an image with its title. */
  cardSubtitle: cardSubtitleSchema,
  /** Of an image. */
  titled: titledSchema,
  cuts: cutsSchema,
  captions: captionsSchema,
  /** Of a video or an image. */
  lowerName: lowerNameSchema,
  lowerDetail: lowerDetailSchema,
  lowerStyle: lowerStyleSchema,
  lowerStart: lowerStartSchema,
  lowerSeconds: lowerSecondsSchema,
  /** Its words in the picture, in other languages than its own. */
  localized: localizedSchema,
  /** To the section after this one. */
  transition: transitionSchema,
  transitionSeconds: transitionSecondsSchema,
});
export type SectionSettings = z.infer<typeof sectionSettingsSchema>;
export const SECTION_DEFAULTS: SectionSettings = {
  sound: 'auto',
  volume: 1,
  fadeIn: 0,
  fadeOut: 0,
  speed: 1,
  speaker: null,
  framing: null,
  crop: 0.5,
  shotCrops: [],
  zoom: 'none',
  background: 'dark',
  cardPlace: 'middle',
  cardStyle: 'plain',
  cardFrame: 'none',
  cardSubtitle: '',
  titled: false,
  cuts: [],
  captions: true,
  lowerName: '',
  lowerDetail: '',
  lowerStyle: 'boxed',
  lowerStart: 0.5,
  lowerSeconds: 4,
  localized: {},
  transition: 'cut',
  transitionSeconds: 1,
};
export const SETTINGS = Object.keys(SECTION_DEFAULTS) as (keyof SectionSettings)[];

const titlesOnly = (localized: Localized): Localized =>
  Object.fromEntries(
    Object.entries(localized).flatMap(([code, { title }]) => (title ? [[code, { title }]] : [])),
  );

/** The settings of the two parts of a split section: what is at an edge stays with the part that has this edge. */
export function settingsOfParts(whole: SectionSettings): { first: SectionSettings; second: SectionSettings } {
  const settings = settingsIn(whole);
  return {
    first: { ...settings, fadeOut: 0, transition: 'cut' },
    second: {
      ...settings,
      fadeIn: 0,
      lowerName: '',
      lowerDetail: '',
      localized: titlesOnly(settings.localized),
    },
  };
}

/** The settings among other fields; missing ones are omitted. */
export function settingsIn<T extends Partial<SectionSettings>>(
  from: T,
): Pick<T, keyof T & keyof SectionSettings> {
  const told = SETTINGS.filter((name) => from[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, from[name]])) as Pick<
    T,
    keyof T & keyof SectionSettings
  >;
}

/** Whether two values of a setting are the same. */
export const isSameSetting = (a: unknown, b: unknown): boolean => {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  // Postgres orders the keys of an object anew.
  const names = Object.keys({ ...a, ...b }) as never[];
  return names.every((name) => isSameSetting(a[name], b[name]));
};

/** The settings that differ from their defaults. */
export function chosenSettings(from: SectionSettings): Partial<SectionSettings> {
  return Object.fromEntries(
    Object.entries(settingsIn(from)).filter(
      ([name, value]) => !isSameSetting(value, SECTION_DEFAULTS[name as keyof SectionSettings]),
    ),
  );
}
