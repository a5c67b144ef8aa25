import { z } from 'zod';
import { MAX_TITLE } from './limits.ts';
import { languageCodeSchema, STORABLE } from './primitives.ts';
import { cutsSchema } from './cuts.ts';
import { shotCropsSchema } from './subjects.ts';

/**
 * The creator's choice of audio. `auto` depends on the language: the original audio if it is in the film's
 * language, whatever the text, otherwise a narration.
 */
export const SOUNDS = ['auto', 'original', 'narrated', 'muted'] as const;
export const soundSchema = z.enum(SOUNDS);
export type Sound = z.infer<typeof soundSchema>;

/**
 * The speed of a section's video in the film; 1 is its own. The pitch is preserved. Images and title cards
 * have no speed.
 */
export const speedSchema = z.number().min(0.5).max(2);

/** The volume of a section's own audio; 1 is as analysed and 0 is silent. Only videos have one. */
export const volumeSchema = z.number().min(0).max(1);

/** The longest fade of a section's own audio from or to silence, in seconds of the film. */
export const MAX_FADE = 5;
export const fadeSchema = z.number().min(0).max(MAX_FADE);

/** The transition from a section to the next one: none, a crossfade, or through black. */
export const TRANSITIONS = ['cut', 'crossfade', 'dip'] as const;
export const transitionSchema = z.enum(TRANSITIONS);
export type Transition = z.infer<typeof transitionSchema>;

/** The duration of a transition, in seconds of the film. */
export const MIN_TRANSITION = 0.2;
export const MAX_TRANSITION = 2;
export const transitionSecondsSchema = z.number().min(MIN_TRANSITION).max(MAX_TRANSITION);

/**
 * How a video or image of another shape fits into the film: whole on a blurred copy of itself, whole between
 * black bars, cropped to fill the film, or cropped around the faces of a video.
 */
export const FRAMINGS = ['blurred', 'fit', 'fill', 'follow'] as const;
export const framingSchema = z.enum(FRAMINGS);
export type Framing = z.infer<typeof framingSchema>;

/** Whether speech in a section becomes captions. */
export const captionsSchema = z.boolean();

/**
 * The visible part of a cropped video: 0 is its left or upper end, 0.5 its middle, 1 its right or lower end.
 */
export const cropSchema = z.number().min(0).max(1);

/** The movement of an image while it is shown: none, or slowly closer or farther away. */
export const ZOOMS = ['none', 'in', 'out'] as const;
export const zoomSchema = z.enum(ZOOMS);
export type Zoom = z.infer<typeof zoomSchema>;
/** The zoom of a new image. Sections from before this have the default of all settings, which is no zoom. */
export const NEW_ZOOM: Zoom = 'in';

/** The colours of title cards, on which white text is easy to read. */
export const BACKGROUNDS = ['dark', 'black', 'blue', 'teal', 'green', 'brown', 'red', 'purple'] as const;
export const backgroundSchema = z.enum(BACKGROUNDS);
export type Background = z.infer<typeof backgroundSchema>;

/** The position of a title card's text. */
export const CARD_PLACES = ['top', 'middle', 'bottom'] as const;
export const cardPlaceSchema = z.enum(CARD_PLACES);
export type CardPlace = z.infer<typeof cardPlaceSchema>;

/** The style of a title card's text: plain, larger, or with a line over it. */
export const CARD_STYLES = ['plain', 'large', 'line'] as const;
export const cardStyleSchema = z.enum(CARD_STYLES);
export type CardStyle = z.infer<typeof cardStyleSchema>;

/** The line under a title card's title; empty for none. Without characters that text never contains. */
export const MAX_SUBTITLE = 120;
/** Whether an image has its section's title over it, as a title card. */
export const titledSchema = z.boolean();

/**
 * What is behind a title card's text: its colour, or a blurred frame of the nearest video before or after it.
 */
export const CARD_FRAMES = ['none', 'before', 'after'] as const;
export const cardFrameSchema = z.enum(CARD_FRAMES);
export type CardFrame = z.infer<typeof cardFrameSchema>;

/**
 * A name and a second line over a section's video; empty for none. Without characters that text never
 * contains.
 */
export const MAX_LOWER_NAME = 60;
export const MAX_LOWER_DETAIL = 80;
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;
export const cardSubtitleSchema = z.string().max(MAX_SUBTITLE).regex(PLAIN);
export const lowerNameSchema = z.string().max(MAX_LOWER_NAME).regex(PLAIN);
export const lowerDetailSchema = z.string().max(MAX_LOWER_DETAIL).regex(PLAIN);
/**
 * The style of a lower third: in a box, as outlined letters, or as outlined letters with a line over them.
 */
export const LOWER_STYLES = ['boxed', 'plain', 'line'] as const;
export const lowerStyleSchema = z.enum(LOWER_STYLES);
export type LowerStyle = z.infer<typeof lowerStyleSchema>;
/** The limits of the lower third's delay after the section's start and of its duration, in seconds of the film. */
export const MAX_LOWER_START = 60;
export const lowerStartSchema = z.number().min(0).max(MAX_LOWER_START);
export const MIN_LOWER_SECONDS = 1;
export const MAX_LOWER_SECONDS = 30;
export const lowerSecondsSchema = z.number().min(MIN_LOWER_SECONDS).max(MAX_LOWER_SECONDS);

/** The texts of a section that are drawn into the video or shown in a list, and can be localized. */
export const DRAWN_FIELDS = ['title', 'cardSubtitle', 'lowerName', 'lowerDetail'] as const;
export type DrawnField = (typeof DRAWN_FIELDS)[number];
const drawnSchema = z.object({
  text: z.string().max(MAX_TITLE).regex(STORABLE),
  /**
   * The text that a machine translated. The translation is valid while the section still has that text.
   * `null` if a person wrote it.
   */
  of: z.nullable(z.string().max(MAX_TITLE).regex(STORABLE)),
});
export const localizedSchema = z.partialRecord(
  languageCodeSchema,
  z.partialRecord(z.enum(DRAWN_FIELDS), drawnSchema),
);
export type Localized = z.infer<typeof localizedSchema>;

/** The ID of the voice that narrates a section (GET /api/voices); `null` for the film's voice. */
export const voiceIdSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(STORABLE, { error: 'The voice contains invalid characters.' });

/**
 * A creator's settings of a section, beside its title, text, range and media. Each is a column of the same
 * name with the default below. Rows, copies, splits, exports, Undo, Reset and the calls all use this list.
 * The page imports the values, so this file only calls `z` itself: a method of a schema would import all of
 * zod.
 */
export const sectionSettingsSchema = z.object({
  sound: soundSchema,
  volume: volumeSchema,
  fadeIn: fadeSchema,
  fadeOut: fadeSchema,
  speed: speedSchema,
  speaker: z.nullable(voiceIdSchema),
  /** `null` for the film's framing. */
  framing: z.nullable(framingSchema),
  crop: cropSchema,
  /** For a video that follows its subject. */
  shotCrops: shotCropsSchema,
  /** For an image. */
  zoom: zoomSchema,
  /** For a title card. */
  background: backgroundSchema,
  cardPlace: cardPlaceSchema,
  cardStyle: cardStyleSchema,
  cardFrame: cardFrameSchema,
  /** For a title card, or an image with its title. */
  cardSubtitle: cardSubtitleSchema,
  /** For an image. */
  titled: titledSchema,
  cuts: cutsSchema,
  captions: captionsSchema,
  /** For a video or an image. */
  lowerName: lowerNameSchema,
  lowerDetail: lowerDetailSchema,
  lowerStyle: lowerStyleSchema,
  lowerStart: lowerStartSchema,
  lowerSeconds: lowerSecondsSchema,
  /** Its drawn texts in other languages than its own. */
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
