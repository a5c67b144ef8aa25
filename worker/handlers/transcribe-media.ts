import { transcribeMedia, type TranscriptWord } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { withholding } from '#text/transcript/withheld-words.ts';
import { timeWords } from '../progress/detail-words.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import { judge } from '../transcribers/credible.ts';
import { transcribeInParallel } from '../transcribers/side-by-side.ts';
import { identifySpeakers } from '../speakers/identify-speakers.ts';
import type { Handler } from './handler.ts';
import { type Context, type Hearing, transcribeChunks, hearingOf } from './hearing.ts';

/** Transcript.engine when the words come from the video's own subtitles. */
export const SUBTITLES = 'subtitles';
/**
 * Transcription's share of the progress. The rest is the detection of speakers, if a model for it is
 * installed.
 */
const HEARING = 0.8;

/**
 * Makes the transcript: the video's own subtitles, otherwise the words of its chunks; empty without audio or
 * speech. Missing chunks are transcribed here: a plan of the previous version has no steps for them.
 */
export const handleTranscribeMedia: Handler<'transcribe-media'> = async (context) => {
  const { backend, engines, input, log, report } = context;
  const hearing = await hearingOf(context, input.videoId, input.spoken);
  const { found, chunks, transcriber, ownerId } = hearing;
  const { speakers } = engines;
  const key = artifactKey(transcribeMedia, [
    hearing.key,
    ...engines.transcribers.map(nameOf),
    ...(speakers ? [nameOf(speakers)] : []),
  ]);
  return backend.artifacts.build(transcribeMedia, key, ownerId, async () => {
    const { carried, unreadSubtitles, language } = found;
    const facts = { unreadSubtitles, rough: false, unheardLanguage: null };
    if (carried) {
      const words = await withSpeakers(context, hearing, carried.words);
      return { data: { ...facts, engine: SUBTITLES, credible: true, ...carried, words }, files: [] };
    }
    const none = { ...facts, engine: nameOf(null), language: 'en', credible: false, words: [] };
    if (chunks.length === 0) return { data: none, files: [] };
    if (!transcriber) return { data: { ...none, unheardLanguage: language }, files: [] };

    const engine = nameOf(transcriber);
    const share = speakers ? HEARING : 1;
    const hearingReport: Context['report'] = (fraction, detail) => report(fraction * share, detail);
    const parts = (await transcribeChunks({ ...context, report: hearingReport }, hearing, chunks)).map(
      ({ data }) => data,
    );
    const allWords = parts.flatMap((part) => part.words);
    const isForeign = language === null && !transcriber.languages.includes('*');
    const verdict =
      transcriber.rough || isForeign
        ? judge(allWords)
        : { credible: allWords.length > 0, words: allWords, reason: 'The language is known.' };
    log.info(
      { videoId: input.videoId, engine, language, credible: verdict.credible, reason: verdict.reason },
      'transcribed',
    );
    // The language of unrecognised speech is unknown.
    if (!verdict.credible) return { data: { ...none, engine }, files: [] };
    const words = await withSpeakers(context, hearing, withholding(verdict.words));
    const recognized = { language: parts[0]!.language, words, rough: transcriber.rough };
    return { data: { ...none, ...recognized, engine, credible: true }, files: [] };
  });
};

/** Adds speakers to words, if there is a model for it and the video's subtitles name no speakers. */
async function withSpeakers(
  { engines: { speakers }, report, signal }: Context,
  { sound }: Hearing,
  words: TranscriptWord[],
): Promise<TranscriptWord[]> {
  if (!speakers || words.some(({ speaker }) => speaker !== undefined)) return words;
  const wavPath = await sound.pathIfAny('speech.wav');
  if (!wavPath) return words;
  const { durationMs } = sound.data;
  const onProgress = (part: number) =>
    report(HEARING + part * (1 - HEARING), timeWords('Telling speakers apart', part, durationMs));
  return transcribeInParallel(1, async (threads) =>
    identifySpeakers(words, async (stretches) =>
      speakers.embed({ wavPath, stretches, threads: threads(), signal, onProgress }),
    ),
  );
}
