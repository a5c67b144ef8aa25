import type { Draft, DraftWish } from '#contract/draft.ts';
import type { PlannedSection } from '#contract/jobs/processing.ts';
import { SECTION_MIN_MS } from '#contract/sections.ts';
import { findRepeats } from '../text/find-repeats.ts';
import { relevanceTo } from '../text/relevance.ts';
import { stemOf, topicOf, wordsIn } from '../text/terms.ts';

/** A film shorter than this part of what was wished says why. */
const NEARLY = 0.9;

export interface ChosenSections {
  /** In the order of the film. */
  sections: PlannedSection[];
  draft: Draft;
}

type Chosen = PlannedSection & { said: string[]; isShortened: boolean };

/**
 * Chooses the sections that say most about the wished words, without repeats, until the film has the wished length; the
 * last one is shortened at the end of a word where it is too long. The best one opens the film, and the others follow
 * in the order of the videos. Where none says anything about the words, the sections are taken as they come. The same
 * input always gives the same film.
 * @param sections in the order of the videos, and of time
 */
export function chooseSections(sections: readonly PlannedSection[], wish: DraftWish): ChosenSections {
  const scores = relevanceTo(
    wish.words,
    sections.map(({ title, text }) => `${title}\n${text}`),
  );
  const isAbout = scores.some((score) => score > 0);
  const places = sections.map((_, place) => place);
  const best = isAbout
    ? places.filter((place) => scores[place]! > 0).toSorted((a, b) => scores[b]! - scores[a]! || a - b)
    : places;
  const repeats = new Set(
    findRepeats(
      sections.map(({ text, language }, place) => ({ id: String(place), text, language, footage: null })),
    ).flatMap(({ sectionId, otherId }) => [`${sectionId} ${otherId}`, `${otherId} ${sectionId}`]),
  );
  const taken: number[] = [];
  const chosen = new Map<number, Chosen>();
  let left = wish.minutes * 60_000;
  for (const place of best) {
    if (left < SECTION_MIN_MS) break;
    if (taken.some((other) => repeats.has(`${place} ${other}`))) continue;
    const section = shorten(sections[place]!, left);
    if (!section) continue;
    taken.push(place);
    left -= section.endMs - section.startMs;
    const isShortened = section.endMs < sections[place]!.endMs;
    chosen.set(place, { ...section, said: saidOf(section, wish.words), isShortened });
  }
  const [first, ...others] = taken;
  const order = first === undefined ? [] : isAbout ? [first, ...others.toSorted((a, b) => a - b)] : taken;
  const film = order.map((place) => chosen.get(place)!);
  return {
    sections: film.map(({ said: _said, isShortened: _isShortened, ...section }) => section),
    draft: {
      sentence: sentenceOf(film, wish, isAbout),
      reasons: film.map((section, at) => ({
        title: section.title,
        why: whyOf(section, at === 0 && isAbout),
      })),
    },
  };
}

/** A section of at most so many ms, cut at the end of a word; null where too little of it would be left. */
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

/** The wished words that a section says, as they were wished. */
function saidOf({ title, text }: PlannedSection, wished: string): string[] {
  const topic = new Set(topicOf(wished));
  const said = new Set(wordsIn(`${title}\n${text}`).map(stemOf));
  return [...new Set(wordsIn(wished))].filter((word) => topic.has(stemOf(word)) && said.has(stemOf(word)));
}

function whyOf({ said, isShortened }: Chosen, isFirst: boolean): string {
  const words = new Intl.ListFormat('en').format(said.map((word) => `“${word}”`));
  const reason = said.length === 0 ? 'No section says the words of the search.' : `It says ${words}.`;
  return [
    isFirst ? `It opens the film, since it says most about the search. ${reason}` : reason,
    ...(isShortened ? ['It was shortened to fit the length.'] : []),
  ].join(' ');
}

function sentenceOf(film: readonly Chosen[], { words, minutes }: DraftWish, isAbout: boolean): string {
  const ms = film.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const count = `${film.length} ${film.length === 1 ? 'section' : 'sections'}`;
  const length = `This draft of ${clock(ms)} has ${count}`;
  const chosen = isAbout
    ? `chosen for “${words}”`
    : `taken in order, since none says anything about “${words}”`;
  if (ms >= minutes * 60_000 * NEARLY) return `${length}, ${chosen}.`;
  const why = isAbout ? 'the videos say no more about it' : 'the videos have no more';
  return `${length}, ${chosen}. It is shorter than ${clock(minutes * 60_000)}: ${why}.`;
}

/** m:ss */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
