import { ALL_MATERIAL } from '#contract/draft-lengths.ts';
import type { Draft, DraftRequest } from '#contract/draft.ts';
import type { PlannedSection } from '#contract/jobs/processing.ts';
import { SECTION_MIN_MS } from '#contract/sections.ts';
import { findRepeats } from '#text/find/find-repeats.ts';
import { relevanceTo } from '#text/find/relevance.ts';
import { stemOf, topicOf, wordsIn } from '#text/words/terms.ts';
import { renumberParts } from './part-titles.ts';

/** A film shorter than this share of the requested length includes the reason. */
const NEARLY = 0.9;

export interface ChosenSections {
  /** In the order of the film. */
  sections: PlannedSection[];
  draft: Draft;
}

type Chosen = PlannedSection & {
  isAbout: boolean;
  said: string[];
  isShortened: boolean;
  /** Whether it is the best section of its video. */
  leads: boolean;
};

/**
 * Chooses sections without repeats until the film has the requested length: the best one of each video, then those
 * that match the requested words best, then others from each video in turn. The last one is shortened at the end of a
 * word. A film of all material contains every section except repeats. The best section whose speech mentions the words
 * opens the film; the others follow in the order of the videos.
 * @param sections in the order of the videos, and of time
 */
export function chooseSections(sections: readonly PlannedSection[], request: DraftRequest): ChosenSections {
  const { words: wanted = '' } = request;
  const scores = relevanceTo(
    wanted,
    sections.map(({ title, text }) => `${title}\n${text}`),
  );
  const places = sections.map((_, place) => place);
  const best = places
    .filter((place) => scores[place]! > 0)
    .toSorted((a, b) => scores[b]! - scores[a]! || a - b);
  const others = inTurn(
    sections,
    places.filter((place) => scores[place] === 0),
  );
  // A creator expects each selected video in the film.
  const leads = leadsOf(sections, [...best, ...others]);
  const repeats = new Set(
    findRepeats(
      sections.map(({ text, language }, place) => ({ id: String(place), text, language, footage: null })),
    ).flatMap(({ sectionId, otherId }) => [`${sectionId} ${otherId}`, `${otherId} ${sectionId}`]),
  );
  const chosenPlaces: number[] = [];
  const chosen = new Map<number, Chosen>();
  let remainingMs = requestedMs(request);
  for (const place of new Set([...leads, ...best, ...others])) {
    if (chosenPlaces.some((other) => repeats.has(`${place} ${other}`))) continue;
    const section = shorten(sections[place]!, remainingMs);
    if (!section) continue;
    chosenPlaces.push(place);
    remainingMs -= section.endMs - section.startMs;
    const isShortened = section.endMs < sections[place]!.endMs;
    const isAbout = scores[place]! > 0;
    chosen.set(place, {
      ...section,
      isAbout,
      said: mentionedOf(section, wanted),
      isShortened,
      leads: leads.has(place),
    });
  }
  // A title may be that of the video, which all of its sections share, including silent ones.
  const opening = chosenPlaces.find(
    (place) =>
      scores[place]! > 0 && mentionedOf({ title: '', text: chosen.get(place)!.text }, wanted).length > 0,
  );
  const following = chosenPlaces.filter((place) => place !== opening).toSorted((a, b) => a - b);
  const order = opening === undefined ? following : [opening, ...following];
  const film = renumberParts(
    sections,
    order.map((place) => chosen.get(place)!),
  );
  return {
    sections: film.map(
      ({ isAbout: _isAbout, said: _said, isShortened: _isShortened, leads: _leads, ...section }) => section,
    ),
    draft: {
      sentence: sentenceOf(film, request),
      reasons: film.map((section, at) => ({
        title: section.title,
        why: whyOf(section, { opens: at === 0 && opening !== undefined, request }),
      })),
    },
  };
}

/** The requested length, in ms; infinite for a film of all material. */
const requestedMs = ({ minutes }: DraftRequest): number =>
  minutes === ALL_MATERIAL ? Number.POSITIVE_INFINITY : minutes * 60_000;

/** Returns the first of these sections of each video. */
function leadsOf(sections: readonly PlannedSection[], places: readonly number[]): Set<number> {
  const first = new Map<string, number>();
  for (const place of places) {
    const { videoId } = sections[place]!;
    if (!first.has(videoId)) first.set(videoId, place);
  }
  return new Set(first.values());
}

/**
 * Orders these sections so that the videos take turns: the first section of each video, then the second ones,
 * and so on.
 */
function inTurn(sections: readonly PlannedSection[], places: readonly number[]): number[] {
  const before = new Map<string, number>();
  const turns = places.map((place) => {
    const { videoId } = sections[place]!;
    const turn = before.get(videoId) ?? 0;
    before.set(videoId, turn + 1);
    return { place, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn || a.place - b.place).map(({ place }) => place);
}

/**
 * Shortens a section to at most this many ms, at the end of a word. Returns `null` if too little of it would
 * be left.
 */
function shorten(section: PlannedSection, mostMs: number): PlannedSection | null {
  const { startMs, endMs, words } = section;
  if (endMs - startMs <= mostMs) return section;
  const within = words.filter((word) => word.endMs <= startMs + mostMs);
  const end = words.length > 0 ? (within.at(-1)?.endMs ?? startMs) : startMs + mostMs;
  if (end - startMs < SECTION_MIN_MS) return null;
  return {
    ...section,
    endMs: end,
    words: within,
    text: words.length > 0 ? within.map(({ text }) => text).join(' ') : section.text,
    boundaries: { ...section.boundaries, end: 'length' },
  };
}

/** Returns the requested words that a section mentions, as they were requested. */
function mentionedOf({ title, text }: Pick<PlannedSection, 'title' | 'text'>, requestText: string): string[] {
  const topic = new Set(topicOf(requestText));
  const sectionWords = new Set(wordsIn(`${title}\n${text}`).map(stemOf));
  return [...new Set(wordsIn(requestText))].filter(
    (word) => topic.has(stemOf(word)) && sectionWords.has(stemOf(word)),
  );
}

function whyOf(
  { isAbout, said, isShortened, leads }: Chosen,
  { opens, request: { words: wanted = '', minutes } }: { opens: boolean; request: DraftRequest },
): string {
  const words = new Intl.ListFormat('en').format(said.map((word) => `“${word}”`));
  const reason = isAbout
    ? `It mentions ${words}.`
    : wanted === ''
      ? 'It follows the order of the videos.'
      : minutes === ALL_MATERIAL
        ? 'It doesn’t mention the search. The film uses all of the material.'
        : leads
          ? 'It doesn’t mention the search. It was added because you selected its video.'
          : 'It doesn’t mention the search. It was added to reach the length.';
  return [
    opens ? `It opens the film because it says the most about the search. ${reason}` : reason,
    ...(isShortened ? ['It was shortened to fit the length.'] : []),
  ].join(' ');
}

function sentenceOf(film: readonly Chosen[], request: DraftRequest): string {
  const { words, minutes } = request;
  const ms = film.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const relevant = film.filter(({ isAbout }) => isAbout).length;
  const others = film.length - relevant;
  const draft = `This ${clock(ms)} draft uses`;
  const count = (sections: number, kind = '') =>
    `${sections} ${kind}${sections === 1 ? 'section' : 'sections'}`;
  const uses =
    words === undefined
      ? `${draft} ${count(film.length)}.`
      : relevant === 0
        ? `${draft} ${count(film.length)}. None of the videos mentions “${words}”.`
        : others === 0
          ? `${draft} ${count(relevant)} about “${words}”.`
          : `${draft} ${count(relevant)} about “${words}” and ${count(others, 'other ')}.`;
  if (minutes === ALL_MATERIAL || ms >= requestedMs(request) * NEARLY) return uses;
  return `${uses} We couldn’t find more, so it is shorter than ${clock(requestedMs(request))}.`;
}

/** Formats ms as m:ss. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
