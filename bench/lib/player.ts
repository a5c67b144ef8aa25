/** The player of films that are not rendered, bundled for a page without the rest of the product. */
export { FilmEngine } from '../../client/src/components/player/film/engine.ts';
export { layOut } from '../../client/src/components/player/film/timeline/timeline.ts';
export { UNFRAMED } from '#contract/placement.ts';
