import type { Part } from '#contract/cuts.ts';
import type { PlayedPart } from '../plan.ts';

/** Returns the ms of the video that a part plays in one ms of the film. */
const speedOf = ({ startMs, endMs, inFilm }: PlayedPart): number =>
  (endMs - startMs) / (inFilm.endMs - inFilm.startMs);

/**
 * Returns the pieces of these parts that play within a span of the film, in ms.
 * @param marginMs omitted at both ends of each piece, in ms of the film
 */
export function piecesIn(parts: readonly PlayedPart[], span: Part, marginMs = 0): PlayedPart[] {
  return parts.flatMap((part) => {
    const speed = speedOf(part);
    const from = Math.max(span.startMs, part.inFilm.startMs) + marginMs;
    const to = Math.min(span.endMs, part.inFilm.endMs) - marginMs;
    if (!(from < to && speed > 0)) return [];
    const inVideo = (ms: number) => part.startMs + (ms - part.inFilm.startMs) * speed;
    return [{ startMs: inVideo(from), endMs: inVideo(to), inFilm: { startMs: from, endMs: to } }];
  });
}

/**
 * Returns when the film plays these spans of the parts' video, in ms and in order. Adjacent spans are joined.
 */
export function spansInFilm(parts: readonly PlayedPart[], spans: readonly Part[]): Part[] {
  const pieces = parts.flatMap((part) =>
    spans.flatMap((span) => {
      const [from, to] = [Math.max(span.startMs, part.startMs), Math.min(span.endMs, part.endMs)];
      if (from >= to) return [];
      const inFilm = (ms: number) => part.inFilm.startMs + (ms - part.startMs) / speedOf(part);
      return [{ startMs: inFilm(from), endMs: inFilm(to) }];
    }),
  );
  return joinSpans(pieces);
}

/** Spans with a gap of at most this are joined, in ms. */
const MEETING_MS = 50;

function joinSpans(spans: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.startMs - last.endMs <= MEETING_MS) last.endMs = Math.max(last.endMs, span.endMs);
    else joined.push({ ...span });
  }
  return joined;
}
