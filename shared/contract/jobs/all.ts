import { joinFilm, narrateSection, renderSection, translateSection } from './generation.ts';
import { finishPreparation } from './preparation.ts';
import { assembleSections, fetchMedia, scanMedia, transcribeMedia } from './processing.ts';
import { publishVideo } from './publishing.ts';

/** Every job by its name; a worker has a handler for each. */
export const JOBS = {
  [fetchMedia.name]: fetchMedia,
  [scanMedia.name]: scanMedia,
  [transcribeMedia.name]: transcribeMedia,
  [assembleSections.name]: assembleSections,
  [finishPreparation.name]: finishPreparation,
  [translateSection.name]: translateSection,
  [narrateSection.name]: narrateSection,
  [renderSection.name]: renderSection,
  [joinFilm.name]: joinFilm,
  [publishVideo.name]: publishVideo,
} as const;
export type JobName = keyof typeof JOBS;
