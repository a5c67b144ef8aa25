import type { ReactElement } from 'react';
import { ChevronDown } from 'lucide-react';
import { clsx } from 'clsx';
import type { SpokenLanguage } from '#contract/primitives.ts';
import { setSpoken, type SelectedVideo } from '../../../lib/selection/selection.ts';
import { SPOKEN_LANGUAGES } from '../../../lib/spoken-languages.ts';

/** Chooses the spoken language of a selected video. With Auto, the processing detects it. */
export function SpokenLanguageChoice({ video }: { video: SelectedVideo }): ReactElement {
  const { spoken = 'auto' } = video;
  return (
    <label className="relative mt-1 block">
      <span aria-hidden className="text-muted block truncate pl-1 text-xs">
        Spoken language
      </span>
      <select
        aria-label={`Spoken language of ${video.title}`}
        value={spoken}
        onChange={(event) => setSpoken(video.id, event.target.value as SpokenLanguage)}
        // A press here chooses a language instead of dragging the video.
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
        className={clsx(
          // Phones zoom in on a field with smaller letters.
          'bg-surface hover:bg-surface-2 h-6 w-full cursor-pointer appearance-none truncate rounded-sm border-0 pr-4 pl-1 text-xs pointer-coarse:text-base',
          spoken === 'auto' ? 'text-muted' : 'text-fg font-medium',
        )}
      >
        <optgroup label="Spoken language">
          {Object.entries(SPOKEN_LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
      <ChevronDown
        aria-hidden
        size={12}
        className="text-muted pointer-events-none absolute right-1 bottom-1.5"
      />
    </label>
  );
}
