import { transcribeMedia } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { nameOf } from '../engines.ts';
import { judge } from '../transcribers/credible.ts';
import type { Handler } from './handler.ts';
import { hearChunks, hearingOf } from './hearing.ts';

/** Transcript.engine when the words come from the video's own subtitles. */
export const SUBTITLES = 'subtitles';

/**
 * Makes the transcript: the video's own subtitles, otherwise the words of its chunks; none without sound or speech.
 * Chunks that nobody has heard are heard here: a plan of the previous version has no steps for them.
 */
export const handleTranscribeMedia: Handler<'transcribe-media'> = async (context) => {
  const { backend, engines, input, log } = context;
  const hearing = await hearingOf(context, input.videoId, input.spoken);
  const { found, chunks, transcriber, ownerId } = hearing;
  const key = artifactKey(transcribeMedia, [hearing.key, ...engines.transcribers.map(nameOf)]);
  return backend.artifacts.build(transcribeMedia, key, ownerId, async () => {
    const { carried, unreadSubtitles, language } = found;
    const facts = { unreadSubtitles, rough: false, unheardLanguage: null };
    if (carried) return { data: { ...facts, engine: SUBTITLES, credible: true, ...carried }, files: [] };
    const none = { ...facts, engine: nameOf(null), language: 'en', credible: false, words: [] };
    if (chunks.length === 0) return { data: none, files: [] };
    if (!transcriber) return { data: { ...none, unheardLanguage: language }, files: [] };

    const engine = nameOf(transcriber);
    const parts = (await hearChunks(context, hearing, chunks)).map(({ data }) => data);
    const words = parts.flatMap((part) => part.words);
    const isForeign = language === null && !transcriber.languages.includes('*');
    const verdict =
      transcriber.rough || isForeign
        ? judge(words)
        : { credible: words.length > 0, words, reason: 'The language is known.' };
    log.info(
      { videoId: input.videoId, engine, language, credible: verdict.credible, reason: verdict.reason },
      'transcribed',
    );
    // The language of unrecognised speech is unknown.
    if (!verdict.credible) return { data: { ...none, engine }, files: [] };
    const heard = { language: parts[0]!.language, words: verdict.words, rough: transcriber.rough };
    return { data: { ...none, ...heard, engine, credible: true }, files: [] };
  });
};
