import { handleAddCaptions } from './add-captions.ts';
import { handleAssembleSections } from './assemble-sections.ts';
import { handleCheckFilm } from './check-film.ts';
import { handleExtractSound } from './extract-sound.ts';
import { handleFetchMedia } from './fetch-media.ts';
import { handleFindSubjects } from './find-subjects.ts';
import { handleFinishHearing } from './finish-hearing.ts';
import { handleFinishPreparation } from './finish-preparation.ts';
import { handleFinishPublishing } from './finish-publishing.ts';
import { handleFinishTranslation } from './finish-translation.ts';
import type { Handlers } from './handler.ts';
import { handleHearSpeech } from './hear-speech.ts';
import { handleJoinFilm } from './join-film.ts';
import { handleMakeProxy } from './make-proxy.ts';
import { handleNarrateSection } from './narrate-section.ts';
import { handlePublishVideo } from './publish-video.ts';
import { handleRenderJoin } from './render-join.ts';
import { handleRenderSection } from './render-section.ts';
import { handleScanMedia } from './scan-media.ts';
import { handleSetThumbnail } from './set-thumbnail.ts';
import { handleTranscribeMedia } from './transcribe-media.ts';
import { handleTranslateSection } from './translate-section.ts';
import { handleTranslateTitles } from './translate-titles.ts';

/** One handler for each job of the contract. A missing one does not compile. */
export const HANDLERS: Handlers = {
  'fetch-media': handleFetchMedia,
  'extract-sound': handleExtractSound,
  'scan-media': handleScanMedia,
  'make-proxy': handleMakeProxy,
  'hear-speech': handleHearSpeech,
  'transcribe-media': handleTranscribeMedia,
  'assemble-sections': handleAssembleSections,
  'finish-preparation': handleFinishPreparation,
  'translate-section': handleTranslateSection,
  'translate-titles': handleTranslateTitles,
  'narrate-section': handleNarrateSection,
  'render-section': handleRenderSection,
  'render-join': handleRenderJoin,
  'join-film': handleJoinFilm,
  'publish-video': handlePublishVideo,
  'set-thumbnail': handleSetThumbnail,
  'add-captions': handleAddCaptions,
  'finish-publishing': handleFinishPublishing,
  'finish-translation': handleFinishTranslation,
  'check-film': handleCheckFilm,
  'finish-hearing': handleFinishHearing,
  'find-subjects': handleFindSubjects,
};
