import type { PlannedSection } from '#contract/jobs/processing.ts';

type Titled = Pick<PlannedSection, 'videoId' | 'title'>;

const MARK = ' part ';

/** Returns the part before the number in a title such as 'Harbour part 3'; `null` for other titles. */
function baseOf(title: string): string | null {
  const at = title.lastIndexOf(MARK);
  return at > 0 && /^\d{1,3}$/.test(title.slice(at + MARK.length)) ? title.slice(0, at) : null;
}

const keyOf = ({ videoId, title }: Titled): string => `${videoId} ${baseOf(title) ?? ''}`;

function countParts(sections: readonly Titled[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const section of sections) counts.set(keyOf(section), (counts.get(keyOf(section)) ?? 0) + 1);
  return counts;
}

/**
 * Returns the chosen sections with titles that number the chosen parts of each video from 1. The only chosen part of a
 * video has no number.
 * @param all the sections from which these were chosen
 */
export function renumberParts<Section extends Titled>(
  all: readonly Titled[],
  chosen: readonly Section[],
): Section[] {
  const [before, now] = [countParts(all), countParts(chosen)];
  const numbers = new Map<string, number>();
  return chosen.map((section) => {
    const [base, key] = [baseOf(section.title), keyOf(section)];
    // The title of a whole video may end like that of a part.
    if (base === null || before.get(key) === 1) return section;
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    return { ...section, title: now.get(key) === 1 ? base : `${base}${MARK}${number}` };
  });
}
