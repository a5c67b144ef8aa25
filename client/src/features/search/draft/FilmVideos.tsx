import type { ReactElement } from 'react';
import type { Video } from '#contract/videos.ts';
import { minutesSeconds } from '../../../lib/format.ts';

interface FilmVideosProps {
  legend: string;
  videos: Video[];
  /** The IDs of the videos that the film uses. */
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
}

/** Lists the videos that a film may use, each with a checkbox. */
export function FilmVideos({ legend, videos, ticked, onChange }: FilmVideosProps): ReactElement | null {
  if (videos.length === 0) return null;
  const toggle = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      <ul className="mt-1.5 max-h-56 space-y-1 overflow-y-auto text-sm">
        {videos.map(({ id, title, duration }) => (
          <li key={id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                checked={ticked.has(id)}
                onChange={() => toggle(id)}
                className="accent-accent size-5 shrink-0"
              />
              <span className="min-w-0 break-words">
                {title}
                {duration > 0 ? <span className="text-muted"> · {minutesSeconds(duration)}</span> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
