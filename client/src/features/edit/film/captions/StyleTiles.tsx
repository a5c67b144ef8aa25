import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { CAPTION_GROUNDS, groundOf, isHighlighted, lookOf } from '#film/captions/caption-look.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { CaptionText } from '../../../../components/player/drawn/CaptionText.tsx';
import { STYLE_NAMES } from '../../section/look-names.ts';
import { TILE_INPUT, TILE_PICTURE } from '../styles/tile-class.ts';

const SAMPLE = ['Say it'];
/** The word of the sample that is spoken. */
const SPOKEN = 1;

/** The styles of captions, each with a sample in the other choices of the look. */
export function StyleTiles({
  look,
  onChange,
}: {
  look: CaptionLook;
  onChange: (next: Partial<CaptionLook>) => void;
}): ReactElement {
  const chosen = groundOf(look);
  const highlighted = isHighlighted(look);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Caption style</legend>
      <div className="grid grid-cols-2 gap-2">
        {CAPTION_GROUNDS.map((ground) => (
          <label key={ground} className="group relative block cursor-pointer text-center text-xs">
            <input
              type="radio"
              name="caption-style"
              value={ground}
              checked={ground === chosen}
              onChange={() => onChange(lookOf(ground, highlighted))}
              className={TILE_INPUT}
            />
            <span
              aria-hidden
              className={clsx(
                TILE_PICTURE,
                'mb-1 flex h-12 items-center justify-center overflow-hidden bg-[linear-gradient(115deg,#2f4858_35%,#e9e4d4_75%)]',
              )}
            >
              <CaptionText
                lines={SAMPLE}
                look={{ ...look, ...lookOf(ground, highlighted) }}
                spoken={SPOKEN}
                size="1.25rem"
              />
            </span>
            <span>{STYLE_NAMES[ground]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
