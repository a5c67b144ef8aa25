import type { PlannedSection, TranscriptWord } from '#contract/jobs/processing.ts';
import { SURE_FROM } from '#contract/limits.ts';
import { SECTION_MAX_MS, SECTION_MIN_MS } from '#contract/sections.ts';
import { usableWords } from '#core/text/usable-words.ts';
import { createKeyPhraseWriter } from '../titles/key-phrases.ts';
import type { TitleWriter, WriteOptions } from '../titles/title-writer.ts';
import { type Choice, chooseRanges } from './choose-ranges.ts';
import { type Cut, findCuts, type Footage } from './cuts.ts';
import { noSound, noSpeech, ROUGH, skippedCues, unheard, unreadSubtitles } from '#core/text/notices.ts';
import { textOf, toSentences } from './sentences.ts';

export interface VideoToPlan {
  videoId: string;
  title: string;
  durationMs: number;
  /** Credible words (see judge); empty without speech. */
  words: readonly TranscriptWord[];
  /** ISO 639-1 code of the words. */
  language: string;
  /** True when none of the video's subtitles could be read. */
  unreadSubtitles: boolean;
  /** How many of its subtitles have no times that can be used; omitted if none. */
  skippedCues?: number | undefined;
  /** True when the words are those of subtitles. */
  carried?: boolean;
  /** True when an engine heard the words that gets many wrong. */
  rough?: boolean;
  /** The language of the speech, when no engine hears it. */
  unheardLanguage?: string | null;
  silences: readonly { startMs: number; endMs: number }[];
  /** Ascending, without 0 and the end. */
  shotsMs: readonly number[];
  hasAudio: boolean;
}

export interface SectionPlan {
  /** In the order of the videos, and of time within each. */
  sections: PlannedSection[];
  /** Sentences for the creator. */
  notices: string[];
}

/** Up to this many videos share the sections; above that each gets a few. */
const FEW_VIDEOS = 4;
const IN_ALL = { min: 4, max: 9 };
const EACH_OF_MANY = 3;
/** The footage of a good section, in milliseconds: it determines their number. */
const IDEAL_MS = 22_000;
/** The cost of one section more or less than wanted: more than any cut can gain. */
const COUNT_COST = 6;
/** The cost of one section below the minimum: accepted only where the footage is too short. */
const MISSING_COST = 10_000;
/**
 * Plans the sections of a project: every video yields at least one; 4 to 9 in all for up to four videos (as far as the
 * footage allows that many of 8 seconds), otherwise 1 to 3 each. Sections have 8 to 60 seconds, or a shorter video's
 * whole length; they never start or end inside a word. Everything except the titles is a pure function of the videos;
 * so are titles by key phrases.
 * @param videos each with durationMs above 0
 * @param options for the title writer
 * @param topic what the project is about (topicOf): speech about it is chosen before other speech
 * @throws errors of the title writer
 */
export async function planSections(
  videos: readonly VideoToPlan[],
  titleWriter: TitleWriter = createKeyPhraseWriter(),
  options: WriteOptions = {},
  topic: ReadonlySet<string> = new Set(),
): Promise<SectionPlan> {
  const plans = videos.map((video) => prepare(video, videos.length, topic));
  const counts = allocate(plans);
  const drafts = plans.flatMap((plan, i) => {
    const { videoId, title: videoTitle, language, carried, rough } = videos[i]!;
    return draftSections(plan, plan.choices[counts[i]! - 1]!).map((draft, part) => ({
      section: { ...draft, videoId, language },
      subject: {
        // One in four of the words that a rough engine is sure of was not said.
        text: rough ? '' : draft.text,
        unsure: unsurePlaces(draft.words),
        carried: carried ?? false,
        videoTitle,
        part: part + 1,
      },
    }));
  });
  const titles = await titleWriter.write(
    drafts.map((draft) => draft.subject),
    options,
  );
  const sections = drafts.map((draft, i) => ({ ...draft.section, title: titles[i]! }));
  const notices = videos.flatMap((video, i) => noticesOf(video, plans[i]!));
  // Once, however many videos it heard.
  if (videos.some(({ rough }) => rough)) notices.push(ROUGH);
  return { sections, notices };
}

/** The places in the words' text, in words, of those that may be misheard. */
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
  /** By count, from one; the first is never null. */
  choices: (Choice | null)[];
}

function prepare(video: VideoToPlan, count: number, topic: ReadonlySet<string>): VideoPlan {
  const durationMs = Math.max(1, Math.floor(video.durationMs));
  const footage: Footage = {
    durationMs,
    sentences: toSentences(usableWords(video.words, durationMs)),
    silences: video.silences,
    shotsMs: video.shotsMs.filter((ms) => ms > 0 && ms < durationMs),
  };
  const cuts = findCuts(footage);
  const most = count <= FEW_VIDEOS ? IN_ALL.max - count + 1 : EACH_OF_MANY;
  const possible = Math.min(most, Math.max(1, Math.floor(durationMs / SECTION_MIN_MS)));
  const choices = durationMs < SECTION_MIN_MS ? [null] : chooseRanges(footage, cuts, possible, topic);
  choices[0] ??= onlyChoice(cuts, durationMs);
  return { footage, cuts, choices };
}

/** For a video shorter than a section, its whole length; otherwise as much as fits from its start. */
function onlyChoice(cuts: readonly Cut[], durationMs: number): Choice {
  const fits = cuts.findLastIndex((cut) => cut.endMs <= SECTION_MAX_MS);
  return {
    score: 0,
    ranges: [{ from: 0, to: durationMs <= SECTION_MAX_MS ? cuts.length - 1 : Math.max(1, fits) }],
  };
}

/** How many sections each video gets: the best total of scores around the wanted number. */
function allocate(plans: readonly VideoPlan[]): number[] {
  if (plans.length > FEW_VIDEOS) return plans.map((plan) => bestCount(plan));
  const wanted = Math.min(
    IN_ALL.max,
    Math.max(
      IN_ALL.min,
      plans.reduce((sum, plan) => sum + ideal(plan), 0),
    ),
  );
  // totals[n]: the best way to get n sections from the videos so far.
  let totals = new Map<number, { score: number; counts: number[] }>([[0, { score: 0, counts: [] }]]);
  for (const plan of plans) {
    const next: typeof totals = new Map();
    for (const [sum, { score, counts }] of totals) {
      for (const [i, choice] of plan.choices.entries()) {
        const total = sum + i + 1;
        if (!choice || total > IN_ALL.max) continue;
        const candidate = score + choice.score;
        if (candidate > (next.get(total)?.score ?? Number.NEGATIVE_INFINITY)) {
          next.set(total, { score: candidate, counts: [...counts, i + 1] });
        }
      }
    }
    totals = next;
  }
  let best: { score: number; counts: number[] } | null = null;
  for (const [total, { score, counts }] of totals) {
    const missing = Math.max(0, IN_ALL.min - total);
    const judged = score - COUNT_COST * Math.abs(total - wanted) - MISSING_COST * missing;
    if (best === null || judged > best.score) best = { score: judged, counts };
  }
  return best?.counts ?? plans.map(() => 1);
}

function bestCount(plan: VideoPlan): number {
  const wanted = Math.min(EACH_OF_MANY, ideal(plan));
  const scores = plan.choices.map((choice, i) =>
    choice ? choice.score - COUNT_COST * Math.abs(i + 1 - wanted) : Number.NEGATIVE_INFINITY,
  );
  return scores.indexOf(Math.max(...scores)) + 1;
}

/** How many sections this video's speech (or, without any, its whole length) would make. */
function ideal({ footage }: VideoPlan): number {
  const spokenMs = footage.sentences.reduce((sum, sentence) => sum + sentence.endMs - sentence.startMs, 0);
  return Math.max(1, Math.round((spokenMs || footage.durationMs) / IDEAL_MS));
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
      text: textOf(spoken),
      words: spoken,
      boundaries: { start: start.reason, end: end.reason },
    };
  });
}
