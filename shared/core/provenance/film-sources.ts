import type { Executor } from '../db/database.ts';
import { pageOfVideo } from '../media-sources/registry.ts';
import { listOthersVideos } from '../repositories/media/videos.ts';
import type { FilmSection } from '../repositories/projects/films.ts';

/** A video of another creator, as credits name it. */
export interface Credit {
  title: string;
  channel: string;
  license: string | null;
  link: string | null;
}

/** Returns the videos of others in these sections by the ID of the video, in their order. */
export async function sourcesOf(
  db: Executor,
  sections: Pick<FilmSection, 'media'>[],
): Promise<Map<string, Credit>> {
  const ids = sections.flatMap(({ media }) => (media.kind === 'video' ? media.videoId : []));
  const rows = await listOthersVideos(db, [...new Set(ids)]);
  const inOrder = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return new Map(
    inOrder.map((video) => [
      video.id,
      {
        title: video.title,
        channel: video.channel,
        license: video.license,
        link: pageOfVideo(video),
      },
    ]),
  );
}
