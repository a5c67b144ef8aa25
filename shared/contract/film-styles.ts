import { z } from 'zod';
import { captionLookSchema } from './caption-look.ts';
import { creditsChoiceSchema } from './film-credits.ts';
import { secondsSchema } from './primitives.ts';
import {
  backgroundSchema,
  cardFrameSchema,
  cardPlaceSchema,
  cardStyleSchema,
  lowerStyleSchema,
  transitionSchema,
  transitionSecondsSchema,
  volumeSchema,
} from './section-settings.ts';

export const FILM_STYLE_IDS = ['plain', 'documentary', 'social', 'lecture', 'interview'] as const;
export const filmStyleIdSchema = /* @__PURE__ */ z.enum(FILM_STYLE_IDS);
export type FilmStyleId = z.infer<typeof filmStyleIdSchema>;
/** The default style of a film that is made directly from videos. */
export const FILM_STYLE_OF_VIDEOS: FilmStyleId = 'interview';

/** The title card at a film's start, with the project's title. */
const openingSchema = /* @__PURE__ */ z.object({
  background: backgroundSchema,
  cardPlace: cardPlaceSchema,
  cardFrame: cardFrameSchema,
  seconds: secondsSchema,
});
export type Opening = z.infer<typeof openingSchema>;

/** Settings of a film that are applied together. Each can be changed afterwards. */
export const filmStyleSchema = /* @__PURE__ */ z.object({
  id: filmStyleIdSchema,
  /** The style's name on the page. */
  name: /* @__PURE__ */ z.string(),
  /** One sentence for creators. */
  description: /* @__PURE__ */ z.string(),
  /** The style of title cards, and of images with their title. */
  cardStyle: cardStyleSchema,
  /** `null` adds no card, and removes an unchanged card of another style. */
  opening: /* @__PURE__ */ z.nullable(openingSchema),
  /** The style of captions that are drawn into the video; `null` draws none. */
  captions: /* @__PURE__ */ z.nullable(captionLookSchema),
  lowerStyle: lowerStyleSchema,
  /** The transition between all sections. */
  transition: transitionSchema,
  transitionSeconds: transitionSecondsSchema,
  credits: creditsChoiceSchema,
  endFades: /* @__PURE__ */ z.boolean(),
  /** The volume of the film's music, if it has any. */
  musicVolume: volumeSchema,
});
export type FilmStyle = z.infer<typeof filmStyleSchema>;
