import type { Part } from '#contract/cuts.ts';
import type { PlannedSection, TranscriptWord } from '#contract/jobs/processing.ts';
import { SURE_FROM } from '#contract/limits.ts';
import { SECTIONS_IN_ALL, SPEECH_PER_SECTION_MS, WHOLE_UP_TO_MS } from '#film/drafts/material.ts';
import { SECTION_MAX_MS, SECTION_MIN_MS } from '#contract/sections.ts';
import { usableWords } from '#text/transcript/usable-words.ts';
import { createKeyPhraseWriter } from '../titles/key-phrases.ts';
import type { TitleWriter, WriteOptions } from '../titles/title-writer.ts';
import { type Choice, chooseRanges } from './choose-ranges.ts';
import { COVER, coverWhole, joinedCuts } from './cover-whole.ts';
import { type Cut, findCuts, type Footage, isClean, LEAD_MS } from './cuts.ts';
import { noSound, noSpeech, ROUGH, skippedCues, unheard, unreadSubtitles } from '#text/messages/notices.ts';
import { joinWords, toSentences } from './sentences.ts';

export interface VideoToPlan {
  videoId: string;
  title: string;
  durationMs: number;
  /** Credible words (see `judge`); empty if the video has no speech. */
  words: readonly TranscriptWord[];
  /** ISO 639-1 code of the words. */
  language: string;
  /** Whether none of the video's subtitles could be read. */
  unreadSubtitles: boolean;
  /** The number of its subtitles without usable times; omitted if 0. */
  skippedCues?: number | undefined;
  /** Whether the words are those of subtitles. */
  carried?: boolean;
  /** Whether the words are from an engine that makes many mistakes. */
  rough?: boolean;
  /** The language of the speech if no engine can transcribe it. */
  unheardLanguage?: string | null;
  silences: readonly { startMs: number; endMs: number }[];
  /** In ascending order, without 0 and the end. */
  shotsMs: readonly number[];
  /** The parts that are black or white, in order; `undefined` if they are unknown. */
  blanks?: readonly Part[] | undefined;
  hasAudio: boolean;
}

export interface SectionPlan {
  /** In the order of the videos, and by time within each video. */
  sections: PlannedSection[];
  /** Sentences that are shown to the creator. */
  notices: string[];
}

/** How far a video's number of sections may be from its share. */
const AROUND_SHARE = 2;
/** The cost of one section more or less than the target. It exceeds the gain of any cut. */
const COUNT_COST = 6;
/** The cost of one section below the minimum. Only footage that is too short accepts it. */
const MISSING_COST = 10_000;

/**
 * Plans the sections of a project. Every video has at least one.
 *
 * - Sections of 5 to 20 s cover a video of up to 60 s. A longer one yields its best parts, of 8 to 60 s.
 * - A section does not begin with silent black or white frames.
 * - The project has 4 to about 36 sections, as far as its footage allows.
 * - No section starts or ends inside a word.
 *
 * Sections, and titles by key phrases, depend only on the videos.
 * @param videos each with `durationMs` above 0
 * @param options options of the title writer
 * @param topic words of the search or the title (`topicOf`); speech about them is preferred
 * @throws errors of the title writer
 */
export async function planSections(
  videos: readonly VideoToPlan[],
  titleWriter: TitleWriter = createKeyPhraseWriter(),
  options: WriteOptions = {},
  topic: ReadonlySet<string> = new Set(),
): Promise<SectionPlan> {
  const plans = preparePlans(videos, topic);
  const counts = allocate(plans);
  const drafts = plans.flatMap((plan, i) => {
    const { videoId, title: videoTitle, language, carried, rough } = videos[i]!;
    const drafts = draftSections(plan, plan.choices[counts[i]! - 1]!);
    return drafts.map((draft, part) => ({
      section: { ...withoutLead(draft, videos[i]!), videoId, language },
      subject: {
        // One in four of the words that a rough engine reports as certain is wrong.
        text: rough ? '' : draft.text,
        unsure: unsurePlaces(draft.words),
        carried: carried ?? false,
        videoTitle,
        part: part + 1,
        parts: counts[i]!,
      },
    }));
  });
  const titles = await titleWriter.write(
    drafts.map((draft) => draft.subject),
    options,
  );
  const sections = drafts.map((draft, i) => ({ ...draft.section, title: titles[i]! }));
  const notices = videos.flatMap((video, i) => noticesOf(video, plans[i]!));
  // One notice covers all videos.
  if (videos.some(({ rough }) => rough)) notices.push(ROUGH);
  return { sections, notices };
}

/** Returns the positions of uncertain words in the text of all words, counted in words. */
export function unsurePlaces(words: readonly TranscriptWord[]): Set<number> {
  const sure = words.flatMap(({ text, confidence }) => text.split(/\s+/).map(() => confidence >= SURE_FROM));
  return new Set(sure.flatMap((isSure, place) => (isSure ? [] : [place])));
}

function noticesOf(
  { title, hasAudio, unreadSubtitles: isUnread, skippedCues: skipped, unheardLanguage }: VideoToPlan,
  { footage }: VideoPlan,
): string[] {
  const notices: string[] = [];
  if (isUnread) notices.push(unreadSubtitles(title));
  if (skipped) notices.push(skippedCues(title, skipped));
  if (unheardLanguage) {
    notices.push(unheard(title, unheardLanguage));
  } else if (footage.sentences.length === 0) {
    notices.push(hasAudio ? noSpeech(title) : noSound(title));
  }
  return notices;
}

interface VideoPlan {
  footage: Footage;
  cuts: Cut[];
  /** The best number of sections for this video, or its share of the project's sections. */
  wanted: number;
  /** The best choice for each number of sections, from 1. At least one is not `null`. */
  choices: (Choice | null)[];
}

function preparePlans(videos: readonly VideoToPlan[], topic: ReadonlySet<string>): VideoPlan[] {
  const footages = videos.map(footageOf);
  const ideals = footages.map((footage) =>
    Math.max(ideal(footage), Math.ceil(SECTIONS_IN_ALL.min / videos.length)),
  );
  const all = ideals.reduce((sum, count) => sum + count, 0);
  return footages.map((footage, i) => {
    const share = Math.max(1, Math.floor(ideals[i]! * Math.min(1, SECTIONS_IN_ALL.max / all)));
    const cuts = findCuts(footage);
    return footage.durationMs <= WHOLE_UP_TO_MS
      ? wholePlan(footage, joinedCuts(footage, cuts))
      : bestPlan(footage, cuts, { share, topic });
  });
}

function footageOf({ durationMs, words, silences, shotsMs }: VideoToPlan): Footage {
  const length = Math.max(1, Math.floor(durationMs));
  return {
    durationMs: length,
    sentences: toSentences(usableWords(words, length)),
    silences,
    shotsMs: shotsMs.filter((ms) => ms > 0 && ms < length),
  };
}

/** Returns the number of sections that suits this footage. */
function ideal({ durationMs, sentences }: Footage): number {
  if (durationMs <= WHOLE_UP_TO_MS) return Math.max(1, Math.round(durationMs / COVER.idealMs));
  const spokenMs = sentences.reduce((sum, sentence) => sum + sentence.endMs - sentence.startMs, 0);
  return Math.max(1, Math.round((spokenMs || durationMs) / SPEECH_PER_SECTION_MS));
}

function wholePlan(footage: Footage, all: Cut[]): VideoPlan {
  const maxCount = Math.max(1, Math.floor(footage.durationMs / COVER.minMs));
  // Other cuts are within a sentence or a shot. No number of sections justifies that.
  const clean = all.filter(isClean);
  const covered = coverWhole(clean, maxCount);
  const isCovered = covered.some(Boolean);
  const cuts = isCovered ? clean : all;
  const choices = isCovered ? covered : coverWhole(all, maxCount);
  // A video that is shorter than a section, or that consists of one long word, cannot be cut.
  if (!choices.some(Boolean)) choices[0] = { score: 0, ranges: [{ from: 0, to: cuts.length - 1 }] };
  const scores = choices.map((choice) => choice?.score ?? Number.NEGATIVE_INFINITY);
  return { footage, cuts, wanted: scores.indexOf(Math.max(...scores)) + 1, choices };
}

function bestPlan(
  footage: Footage,
  cuts: Cut[],
  { share, topic }: { share: number; topic: ReadonlySet<string> },
): VideoPlan {
  const possible = Math.max(1, Math.floor(footage.durationMs / SECTION_MIN_MS));
  const counts = { from: Math.max(1, share - AROUND_SHARE), to: Math.min(possible, share + AROUND_SHARE) };
  const choices = chooseRanges(footage, cuts, counts, topic);
  if (!choices.some(Boolean)) choices[0] = onlyChoice(cuts);
  return { footage, cuts, wanted: share, choices };
}

/** Returns one section from the start of a video, as long as the maximum allows. */
function onlyChoice(cuts: readonly Cut[]): Choice {
  const fits = cuts.findLastIndex((cut) => cut.endMs <= SECTION_MAX_MS);
  return { score: 0, ranges: [{ from: 0, to: Math.max(1, fits) }] };
}

/** Returns the number of sections of each video with the best total score around the target. */
function allocate(plans: readonly VideoPlan[]): number[] {
  const fewest = plans.reduce(
    (sum, { choices }) => sum + choices.findIndex((choice) => choice !== null) + 1,
    0,
  );
  const most = Math.max(SECTIONS_IN_ALL.max, fewest);
  const target = Math.min(
    most,
    plans.reduce((sum, plan) => sum + plan.wanted, 0),
  );
  // The best way to get n sections from the videos so far, by n.
  let totals = new Map<number, { score: number; counts: number[] }>([[0, { score: 0, counts: [] }]]);
  for (const plan of plans) {
    const next: typeof totals = new Map();
    for (const [sum, { score, counts }] of totals) {
      for (const [i, choice] of plan.choices.entries()) {
        const total = sum + i + 1;
        if (!choice || total > most) continue;
        const candidate = score + choice.score;
        if (candidate > (next.get(total)?.score ?? Number.NEGATIVE_INFINITY)) {
          next.set(total, { score: candidate, counts: [...counts, i + 1] });
        }
      }
    }
    totals = next;
  }
  const best = [...totals].map(([total, { score, counts }]) => {
    const missing = Math.max(0, SECTIONS_IN_ALL.min - total);
    return { counts, judged: score - COUNT_COST * Math.abs(total - target) - MISSING_COST * missing };
  });
  return best.reduce((one, other) => (other.judged > one.judged ? other : one)).counts;
}

type Draft = Pick<PlannedSection, 'startMs' | 'endMs' | 'text' | 'words' | 'boundaries'>;

function draftSections({ footage, cuts }: VideoPlan, choice: Choice): Draft[] {
  const words = footage.sentences.flatMap((sentence) => sentence.words);
  return choice.ranges.map(({ from, to }) => {
    const start = cuts[from]!;
    const end = cuts[to]!;
    const spoken = words.slice(start.wordsBefore, end.wordsBefore);
    return {
      startMs: start.startMs,
      endMs: end.endMs,
      text: joinWords(spoken),
      words: spoken,
      boundaries: { start: start.reason, end: end.reason },
    };
  });
}

/** A video that is blank for longer at the start of a section is blank on purpose, in ms. */
const MAX_LEAD_MS = 10_000;

/**
 * Moves a section's start to the end of the blank part in which it is. The section keeps its words and the
 * minimum length.
 */
function withoutLead(draft: Draft, { blanks = [], durationMs }: VideoToPlan): Draft {
  const { startMs, endMs, words, boundaries } = draft;
  const blank = blanks.find((part) => part.startMs <= startMs && startMs < part.endMs);
  if (!blank || blank.endMs - startMs > MAX_LEAD_MS) return draft;
  const minMs = durationMs <= WHOLE_UP_TO_MS ? COVER.minMs : SECTION_MIN_MS;
  const wordMs = words[0] ? words[0].startMs - LEAD_MS : endMs;
  const movedMs = Math.min(blank.endMs, wordMs, endMs - minMs);
  if (movedMs <= startMs) return draft;
  return { ...draft, startMs: movedMs, boundaries: { ...boundaries, start: 'shot' } };
}
