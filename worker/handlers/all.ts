import { handleAssembleSections } from './assemble-sections.ts';
import { handleFetchMedia } from './fetch-media.ts';
import { handleFinishPreparation } from './finish-preparation.ts';
import type { Handlers } from './handler.ts';
import { handleJoinFilm } from './join-film.ts';
import { handleNarrateSection } from './narrate-section.ts';
import { handlePublishVideo } from './publish-video.ts';
import { handleRenderSection } from './render-section.ts';
import { handleScanMedia } from './scan-media.ts';
import { handleTranscribeMedia } from './transcribe-media.ts';
import { handleTranslateSection } from './translate-section.ts';

/** One handler for each job of the contract: a missing one does not compile. */
export const HANDLERS: Handlers = {
  'fetch-media': handleFetchMedia,
  'scan-media': handleScanMedia,
  'transcribe-media': handleTranscribeMedia,
  'assemble-sections': handleAssembleSections,
  'finish-preparation': handleFinishPreparation,
  'translate-section': handleTranslateSection,
  'narrate-section': handleNarrateSection,
  'render-section': handleRenderSection,
  'join-film': handleJoinFilm,
  'publish-video': handlePublishVideo,
};
