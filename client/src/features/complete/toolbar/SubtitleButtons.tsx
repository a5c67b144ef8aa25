import type { ReactElement } from 'react';
import { Captions } from 'lucide-react';
import type { Film } from '#contract/projects.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { isReachable } from '../../../lib/api/api.ts';
import { saveLink } from '../../../lib/film/download.ts';
import { filmOrAlert } from '../../../lib/film/film-link.ts';
import { freshSubtitles } from '../../../lib/film/fresh-subtitles.ts';

interface SubtitleButtonsProps {
  projectId: string;
  title: string;
  film: Film;
}

export function SubtitleButtons({ projectId, title, film }: SubtitleButtonsProps): ReactElement {
  const named = { projectId, language: film.language };
  const save = async (kind: 'srt' | 'vtt'): Promise<void> => {
    let link = film.subtitles?.[kind] ?? null;
    if (!link || !(await isReachable(link))) link = (await freshSubtitles(named))?.[kind] ?? null;
    if (link) saveLink(link, `${title}.${kind}`);
    // The subtitles are a part of the film, so the reason is that of the film.
    else await filmOrAlert(named, 'download', () => void save(kind));
  };
  return (
    <p className="border-line-strong bg-surface flex h-10 items-center rounded-md border pl-4 font-medium">
      <Captions aria-hidden size={16} className="mr-2 shrink-0" />
      Subtitles
      <span className="ml-2 flex h-full">
        {(['srt', 'vtt'] as const).map((kind) => (
          <Button
            key={kind}
            look="quiet"
            className="border-line h-full rounded-none border-l px-3 last:rounded-r-md"
            aria-label={`Download subtitles as .${kind}`}
            onClick={() => void save(kind)}
          >
            .{kind}
          </Button>
        ))}
      </span>
    </p>
  );
}
