import { handleAssembleSections } from './assemble-sections.ts';
import { handleFetchMedia } from './fetch-media.ts';
import { handleFinishPreparation } from './finish-preparation.ts';
import { handleJoinFilm, handleNarrateSection, handleRenderSection } from './generation.ts';
import type { Handlers } from './handler.ts';
import { handleScanMedia } from './scan-media.ts';
import { handleTranscribeMedia } from './transcribe-media.ts';

/** One handler for each job of the contract: the type refuses a missing one. */
export const HANDLERS: Handlers = {
  'fetch-media': handleFetchMedia,
  'scan-media': handleScanMedia,
  'transcribe-media': handleTranscribeMedia,
  'assemble-sections': handleAssembleSections,
  'finish-preparation': handleFinishPreparation,
  'narrate-section': handleNarrateSection,
  'render-section': handleRenderSection,
  'join-film': handleJoinFilm,
};
