import { lookOf } from '#film/captions/caption-look.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { FollowingFilm } from '#contract/draft.ts';
import { filmStyleOf } from '#film/styles/film-styles.ts';
import type { Executor } from '#core/db/database.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { isUnnamed } from '#text/words/terms.ts';
import { writeStyle } from './apply-style.ts';

/** Drawn captions of a film whose style draws none. */
const READABLE = { ...PLAIN_CAPTIONS, ...lookOf('pill', false) };

/**
 * Applies a style to a project between its processing and its film, as one edit. A default title of the page
 * gets no opening card. The project must be locked.
 */
export async function styleFilm(
  trx: Executor,
  { id: projectId, userId, title }: Pick<ProjectRow, 'id' | 'userId' | 'title'>,
  { language, style: id, captions }: FollowingFilm,
): Promise<void> {
  const style = filmStyleOf(id);
  const styled = {
    ...style,
    opening: isUnnamed(title) ? null : style.opening,
    captions: captions ? (style.captions ?? READABLE) : null,
  };
  await writeStyle(trx, { userId }, { projectId }, { language, style: styled });
}
