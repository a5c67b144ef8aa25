import type { ReactElement } from 'react';
import { CAPTION_GROUNDS, groundOf, isHighlighted, lookOf } from '#film/captions/caption-look.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { CaptionText } from '../../../../components/player/drawn/CaptionText.tsx';
import { STYLE_NAMES } from '../../section/look-names.ts';
import { PictureTiles } from '../styles/PictureTiles.tsx';

const SAMPLE = ['Say it'];
/** The index of the sample's current word. */
const SPOKEN = 1;

interface StyleTilesProps {
  look: CaptionLook;
  onChange: (next: Partial<CaptionLook>) => void;
}

/** The choice of a caption style. Each option is a sample with the other chosen settings. */
export function StyleTiles({ look, onChange }: StyleTilesProps): ReactElement {
  const highlighted = isHighlighted(look);
  return (
    <PictureTiles
      legend="Caption style"
      name="caption-style"
      options={CAPTION_GROUNDS}
      value={groundOf(look)}
      onChange={(ground) => onChange(lookOf(ground, highlighted))}
      nameOf={(ground) => STYLE_NAMES[ground]}
      gridClassName="grid-cols-2"
      pictureClassName="bg-[linear-gradient(115deg,#2f4858_35%,#e9e4d4_75%)]"
      renderPicture={(ground) => (
        <CaptionText
          lines={SAMPLE}
          look={{ ...look, ...lookOf(ground, highlighted) }}
          spoken={SPOKEN}
          size="1.25rem"
        />
      )}
    />
  );
}
