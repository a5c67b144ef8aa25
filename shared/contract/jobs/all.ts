import { checkFilm } from './checking.ts';
import { joinFilm, narrateSection, renderJoin, renderSection, translateSection } from './generation.ts';
import { finishHearing } from './hearing.ts';
import { finishPreparation } from './preparation.ts';
import {
  assembleSections,
  extractSound,
  fetchMedia,
  hearSpeech,
  makeProxy,
  scanMedia,
  transcribeMedia,
} from './processing.ts';
import { addCaptions, finishPublishing, publishVideo, setThumbnail } from './publishing.ts';
import { findSubjects } from './subjects.ts';
import { translateTitles } from './titles.ts';
import { finishTranslation } from './translation.ts';

/** All jobs by name. A worker has a handler for each. */
export const JOBS = {
  [fetchMedia.name]: fetchMedia,
  [extractSound.name]: extractSound,
  [scanMedia.name]: scanMedia,
  [makeProxy.name]: makeProxy,
  [hearSpeech.name]: hearSpeech,
  [transcribeMedia.name]: transcribeMedia,
  [assembleSections.name]: assembleSections,
  [finishPreparation.name]: finishPreparation,
  [translateSection.name]: translateSection,
  [translateTitles.name]: translateTitles,
  [narrateSection.name]: narrateSection,
  [renderSection.name]: renderSection,
  [renderJoin.name]: renderJoin,
  [joinFilm.name]: joinFilm,
  [publishVideo.name]: publishVideo,
  [setThumbnail.name]: setThumbnail,
  [addCaptions.name]: addCaptions,
  [finishPublishing.name]: finishPublishing,
  [finishTranslation.name]: finishTranslation,
  [checkFilm.name]: checkFilm,
  [finishHearing.name]: finishHearing,
  [findSubjects.name]: findSubjects,
} as const;
export type JobName = keyof typeof JOBS;
