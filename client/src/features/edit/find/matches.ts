import { findInText } from '#text/find/find-text.ts';
import { FOUND_IN, type FoundIn, type TextSearch } from '#contract/find-text.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import type { Section } from '#contract/sections.ts';

/** A place in a title or text of the film, in UTF-16 code units. */
export interface FilmPlace {
  sectionId: string;
  in: FoundIn;
  at: number;
}

export interface Match extends FilmPlace, TextPlace {
  section: Section;
  whole: string;
}

/** Returns all matches in titles and in texts of the film's language, in the film's order. */
export function findMatches(sections: Section[], search: TextSearch): Match[] {
  return sections.flatMap((section) =>
    FOUND_IN.flatMap((field) => {
      const whole = field === 'title' ? section.title : searchedText(section);
      return findInText(whole, search).map((place): Match => {
        return { ...place, sectionId: section.id, in: field, at: place.from, section, whole };
      });
    }),
  );
}

/** A text of another language is not searched. */
const searchedText = ({ textSource, transcription }: Section): string =>
  textSource === 'untranslated' ? '' : transcription;

/**
 * Returns the index of the first match at or after a place; after the last match, 0. Returns -1 if there are
 * no matches.
 */
export function matchFrom(matches: Match[], sections: Section[], place: FilmPlace): number {
  const orderOf = ({ sectionId, in: field, at }: FilmPlace): number[] => [
    sections.findIndex(({ id }) => id === sectionId),
    FOUND_IN.indexOf(field),
    at,
  ];
  const from = orderOf(place);
  const next = matches.findIndex((match) => {
    const order = orderOf(match);
    const differs = order.findIndex((part, i) => part !== from[i]);
    return differs < 0 || order[differs]! > from[differs]!;
  });
  return next < 0 ? Math.min(0, matches.length - 1) : next;
}

/** The number of characters that are shown on each side of a match. */
const AROUND = 40;

/** Returns a match with some of the text around it. */
export function excerptOf({ whole, from, to }: Match): { before: string; found: string; after: string } {
  const [begin, end] = [Math.max(0, from - AROUND), Math.min(whole.length, to + AROUND)];
  // The excerpt does not begin or end inside a word.
  const before = whole.slice(begin, from).replace(begin > 0 ? /^\S*\s/u : /^/u, '');
  const after = whole.slice(to, end).replace(end < whole.length ? /\s\S*$/u : /$/u, '');
  return {
    before: begin > 0 ? `… ${before}` : before,
    found: whole.slice(from, to),
    after: end < whole.length ? `${after} …` : after,
  };
}
