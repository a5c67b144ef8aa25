import { describe, expect, it } from 'vitest';
import { titleLines } from '#film/cards/drawn-text.ts';
import { filmCreditsOf } from '#film/cards/film-credits.ts';
import { findInText } from '#text/find/find-text.ts';
import { shortened } from '#text/letters/letters.ts';
import { compareSpeech, placesOfTranscript, timeWords, withWordAt } from '#text/transcript/said-words.ts';
import { isReusable } from '#text/words/licenses.ts';
import { searchWords } from '#text/words/search-words.ts';
import { trimSigns } from '#text/letters/trim-signs.ts';
import { trimText, withoutPieces } from '#text/transcript/spoken-text.ts';
import { withoutCutWords } from '#film/time/cut-text.ts';
import type { Section, Word } from '#contract/sections.ts';
import { textOfHtml } from '#core/media-sources/archive-item.ts';
import { makeCues } from '#film/captions/cues.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { boundText } from '#text/transcript/bound-text.ts';
import { decodeEntities } from '#text/letters/entities.ts';
import { withoutWithheld } from '#text/transcript/withheld-words.ts';
import { fileNameOf } from '../../../client-sdk/cli/common/file-name.mjs';
import { cutsOfWords } from '../../../client-sdk/cli/edits/cut-words.mjs';
import { plainJson, plainLine } from '../../../client-sdk/cli/terminal/plain-text.mjs';
import { writtenWords } from '../../../client/src/features/edit/section/written-words.ts';
import { cleanLine, cleanName, cleanText } from '../../../server/services/exchange/clean.ts';
import { licenseOf } from '../../../server/services/music/sources/license.ts';
import { lineOf } from '../../../server/services/music/sources/tidy.ts';
import { spokenSentences } from '../../../worker/narration/sentences.ts';
import { toSentences } from '../../../worker/sections/sentences.ts';
import { plain } from '../../../worker/text/plain.ts';
import { splitText } from '../../../worker/text/split-text.ts';
import { keyPhraseTitles } from '../../../worker/titles/key-phrases.ts';
import { joinAtMarks, splitAtMarks } from '../../../worker/translators/kept-marks.ts';
import { speakable } from '../../../worker/voices/normalise/normalise.ts';
import { HOSTILE_SHAPES, type HostileShape, hostileText } from '../../helpers/hostile-texts.ts';
import { casesOfTier } from '../../helpers/tier.ts';

/** The length of a long text, and of one that should take a quarter of its time, in characters. */
const LONG = 20_000;
const SHORT = LONG / 4;
/** Linear work grows by a factor of 4, quadratic work by 16. */
const MAX_GROWTH = 8;
const ATTEMPTS = 8;
/** The first shapes are those that once took quadratic time. */
const SHAPES_PER_COMMIT = 8;
/** Shorter times, in ms, are mostly noise. */
const NOISE_MS = 3;

const RANGE = { startMs: 0, endMs: 10_000 };
const transcribedAs = (text: string) => [
  { text, startMs: 0, endMs: 5000 },
  { text: 'end', startMs: 5000, endMs: 10_000 },
];
/** Returns a section whose words were corrected. */
const writtenAs = (transcript: string, transcription: string) =>
  writtenWords(
    { transcription, textSource: 'original', textLanguage: 'en', spoken: { language: 'en' } } as Section,
    transcript.split(/\s+/).map((text, i): Word => ({ text, start: i, end: i + 1, confidence: 1 })),
  );
const SEARCH = { find: 'aक', matchCase: false, wholeWords: true };

/** What the product does with texts that users write, import or search for. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
  filmCreditsOf: (text) => {
    const video = { id: 'a', title: text, channel: text, license: text, source: 'archive' };
    return filmCreditsOf('auto', { videos: [video], music: { title: text, credit: text } }, 'en');
  },
  findInText: (text) => [findInText(text, SEARCH), findInText('a river', { ...SEARCH, find: text })],
  compareSpeech: (text) => [compareSpeech(text, `${text}b`), compareSpeech('a river', text)],
  timeWords: (text) => [
    timeWords(text, transcribedAs('a river'), 10_000),
    timeWords('a river', transcribedAs(text), 10_000),
  ],
  placesOfTranscript: (text) => placesOfTranscript([text, 'river'], `river ${text}`),
  withWordAt: (text) => withWordAt(text, { from: 0, to: text.length }, 'river'),
  trimText: (text) =>
    trimText({
      text,
      kept: null,
      words: transcribedAs(text),
      widened: transcribedAs(`${text}b`),
      from: RANGE,
      to: { startMs: 0, endMs: 4000 },
    }),
  withoutCutWords: (text) => withoutCutWords(text, transcribedAs(text), [{ startMs: 5000, endMs: 10_000 }]),
  withoutWithheld: (text) => [
    withoutWithheld(text, [
      { text: 'shit', confidence: 0 },
      { text, confidence: 0 },
    ]),
    withoutWithheld('a shit river', [{ text: `shit ${text}`, confidence: 0 }]),
  ],
  isReusable,
  licenseOf: (text) => licenseOf(`https://creativecommons.org/licenses/${text}`),
  lineOf: (text) => lineOf(text, 200),
  withoutPieces: (text) => withoutPieces([{ text: `a${text}b` }, { text }], (piece) => piece.text === text),
  spokenSentences: (text) => (['en', 'hi', 'bn'] as const).map((language) => spokenSentences(text, language)),
  keyPhraseTitles: (text) => keyPhraseTitles([{ text, videoTitle: text, part: 1, parts: 2 }]),
  toSentences: (text) =>
    [text.split(/\s+/).filter(Boolean), [text]].map((words) =>
      toSentences(
        words.map((word, i) => ({ text: word, startMs: i * 100, endMs: i * 100 + 90, confidence: 1 })),
      ),
    ),
  writtenWords: (text) => [writtenAs(text, 'a river'), writtenAs('a river', text)],
  makeCues: (text) => [
    makeCues(transcribedAs(text), 10_000),
    makeCues(transcribedAs(text), 10_000, { captionSize: 'medium', width: 1080, height: 1920 }),
  ],
  parseSubtitles: (text) =>
    parseSubtitles(new TextEncoder().encode(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)),
  boundText,
  titleLines,
  trimSigns,
  shortened: (text) => shortened(text, text.length - 1),
  searchWords,
  decodeEntities,
  textOfHtml,
  fileNameOf: (text) => fileNameOf(text, '.mp4'),
  plainLine: (text) => [plainLine(text), plainJson(text)],
  cutsOfWords: (text) =>
    cutsOfWords(
      text.split(/\s+/).map((word, at) => ({ text: word, start: at, end: at + 1 })),
      text.slice(0, 200),
      [],
    ),
  cleanText,
  cleanLine,
  cleanName,
  plain,
  splitText: (text) => splitText(text, 500),
  marks: (text) => joinAtMarks(splitAtMarks(text), splitAtMarks(text).words),
  speakable: (text) =>
    (['en', 'hi', 'bn'] as const).map((language) => speakable(text, language, { latin: false })),
};

/** Measures the CPU time of a call, in ms of this process. */
function cpuMs(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns how many times longer a text of four times the length takes, whose time other work may lengthen. */
function growthOf(call: (text: string) => unknown, shape: HostileShape): number {
  const [short, long] = [hostileText(shape, SHORT), hostileText(shape, LONG)];
  const longMs = cpuMs(() => call(long));
  if (longMs < NOISE_MS) return 1;
  const shortMs = Math.min(...Array.from({ length: 3 }, () => cpuMs(() => call(short))));
  return (NOISE_MS + longMs) / (NOISE_MS + shortMs);
}

describe.each(Object.entries(FUNCTIONS))('%s', (_, call) => {
  it.each(casesOfTier(Object.entries(HOSTILE_SHAPES), SHAPES_PER_COMMIT))(
    'takes time in proportion to a text of %s',
    (__, shape) => {
      // Other work on the machine slows single measurements; a function that is not linear is slow in each of
      // them.
      let growth = Infinity;
      for (let attempt = 0; attempt < ATTEMPTS && growth >= MAX_GROWTH; attempt += 1) {
        growth = Math.min(growth, growthOf(call, shape));
      }
      expect(growth).toBeLessThan(MAX_GROWTH);
    },
  );
});
