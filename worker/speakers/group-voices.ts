/** A piece of speech by one voice. */
export interface VoicePiece {
  embedding: readonly number[];
  /** The duration of its speech. */
  ms: number;
}

/** Two voices that are at least this similar (cosine) are the same person's. */
const SAME = 0.4;
/**
 * A voice with less speech than this in total is not a separate speaker, in ms: a cough, or two simultaneous
 * voices.
 */
const MIN_MS = 3000;
/** The largest number of distinguished voices, which limits the work in hours of noise. */
const MAX_GROUPS = 40;

interface Group {
  /** The sum of its pieces' vectors, weighted by their lengths. */
  sum: number[];
  ms: number;
}

/**
 * Groups pieces by speaker. Each piece joins the most similar group, or begins a new one. Groups that became
 * similar are merged. Finally each piece is assigned to the most similar group with enough speech.
 * @returns the group of each piece, numbered from 0 in the order in which they begin to speak
 */
export function groupVoices(pieces: readonly VoicePiece[]): number[] {
  const weighted = pieces.map(({ embedding, ms }) => ({ direction: unit(embedding), ms }));
  let groups: Group[] = [];
  for (const { direction, ms } of weighted) {
    const { group, similarity } = nearest(groups, direction);
    if (group && (similarity >= SAME || groups.length === MAX_GROUPS)) add(group, direction, ms);
    else groups.push({ sum: direction.map((value) => value * ms), ms });
  }
  groups = merged(groups);
  const speakers = groups.filter(({ ms }) => ms >= MIN_MS);
  const candidates = speakers.length > 0 ? speakers : groups;
  const chosen = weighted.map(({ direction }) => nearest(candidates, direction).group);
  const order = [...new Set(chosen)];
  return chosen.map((group) => order.indexOf(group));
}

/** Merges the two most similar groups until no two groups are the same person's. */
function merged(groups: Group[]): Group[] {
  const remaining = [...groups];
  for (;;) {
    let best = { similarity: SAME, one: -1, other: -1 };
    for (const [one, group] of remaining.entries()) {
      for (let other = one + 1; other < remaining.length; other += 1) {
        const similarity = cosine(group.sum, remaining[other]!.sum);
        if (similarity >= best.similarity) best = { similarity, one, other };
      }
    }
    if (best.one < 0) return remaining;
    const [merged] = remaining.splice(best.other, 1);
    const into = remaining[best.one]!;
    remaining[best.one] = {
      sum: into.sum.map((value, i) => value + merged!.sum[i]!),
      ms: into.ms + merged!.ms,
    };
  }
}

function nearest(groups: readonly Group[], direction: number[]): { group?: Group; similarity: number } {
  return groups.reduce<{ group?: Group; similarity: number }>(
    (best, group) => {
      const similarity = cosine(group.sum, direction);
      return similarity > best.similarity ? { group, similarity } : best;
    },
    { similarity: -Infinity },
  );
}

function add(group: Group, direction: number[], ms: number): void {
  for (const [i, value] of direction.entries()) group.sum[i]! += value * ms;
  group.ms += ms;
}

const lengthOf = (vector: readonly number[]) =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

function unit(vector: readonly number[]): number[] {
  const length = lengthOf(vector) || 1;
  return vector.map((value) => value / length);
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, value, i) => sum + value * other[i]!, 0);
  return product / (lengthOf(one) * lengthOf(other) || 1);
}
