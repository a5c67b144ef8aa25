import type { Comparison } from '#contract/comparison.ts';
import type { Backend } from '#core/backend.ts';
import { findPicturePrints, type PicturePrints } from '#core/repositories/media/picture-prints.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { findShownVideos } from '#core/repositories/media/videos.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { firstText } from '../section-views/section-text.ts';
import { findRepeats, type Footage } from '#text/find/find-repeats.ts';
import { relevanceTo } from '#text/find/relevance.ts';

/**
 * Returns which of a project's sections repeat another one, and how relevant each is to the words of
 * the search that found the videos, including by its video's title.
 * @throws AppError `not_found`
 */
export async function compareSections(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<Comparison> {
  const project = await ownProject(db, projectId, userId);
  const rows = await findSections(db, project.id);
  const prints = await findPicturePrints(
    db,
    rows.flatMap((row) => row.scanKey ?? []),
  );
  const videos = await findShownVideos(db, [...new Set(rows.flatMap((row) => row.videoId ?? []))]);
  const titles = new Map(videos.map(({ id, title }) => [id, title]));
  const scores = relevanceTo(
    project.searchWords ?? '',
    rows.map((row) => `${titles.get(row.videoId ?? '') ?? ''}\n${everyText(row)}`),
  );
  return {
    repeats: findRepeats(
      rows.map((row) => ({ id: row.id, ...firstText(row), footage: footageOf(row, prints) })),
    ),
    relevance: scores.every((score) => score === 0)
      ? []
      : rows.map(({ id }, at) => ({ sectionId: id, score: scores[at]! })),
  };
}

/** In every language, since a search need not be in the spoken one. */
const everyText = ({ title, texts }: SectionRow): string =>
  [title, ...Object.values(texts).map((entry) => entry?.text ?? '')].join('\n');

function footageOf(row: SectionRow, prints: ReadonlyMap<string, PicturePrints>): Footage | null {
  if (row.scanKey === null || mediaOf(row) !== 'video') return null;
  const { startMs, endMs, scanKey } = row;
  const stored = prints.get(scanKey);
  const inRange = stored?.prints.filter((_, still) => {
    const ms = still * stored.intervalMs;
    return ms >= startMs && ms < endMs;
  });
  return { scanKey, startMs, endMs, prints: inRange ?? [] };
}
