import type { ReactElement } from 'react';
import {
  CAPTION_COLORS,
  CAPTION_PLACES,
  CAPTION_SIZES,
  CAPTION_STYLES,
  type CaptionColor,
  type CaptionLook,
  type CaptionPlace,
  type CaptionSize,
  type CaptionStyle,
} from '#contract/caption-look.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';

const STYLES: Record<CaptionStyle, string> = {
  lines: 'Lines',
  boxed: 'Boxed',
  words: 'Lit words',
};
const PLACES: Record<CaptionPlace, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' };
const SIZES: Record<CaptionSize, string> = { small: 'Small', medium: 'Medium', large: 'Large' };
const COLORS: Record<CaptionColor, string> = {
  white: 'White',
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
};

/** How captions look that are drawn into the picture. */
export function CaptionFields({
  look,
  onChange,
}: {
  look: CaptionLook;
  onChange: (next: Partial<CaptionLook>) => void;
}): ReactElement {
  return (
    <fieldset className="grid grid-cols-2 gap-x-2 gap-y-3">
      <legend className="sr-only">Captions</legend>
      <NativeSelect
        showLabel
        label="Style"
        value={look.captionStyle}
        options={CAPTION_STYLES.map((value) => ({ value, label: STYLES[value] }))}
        onChange={(captionStyle) => onChange({ captionStyle })}
      />
      <NativeSelect
        showLabel
        label="Place"
        value={look.captionPlace}
        options={CAPTION_PLACES.map((value) => ({ value, label: PLACES[value] }))}
        onChange={(captionPlace) => onChange({ captionPlace })}
      />
      <NativeSelect
        showLabel
        label="Size"
        value={look.captionSize}
        options={CAPTION_SIZES.map((value) => ({ value, label: SIZES[value] }))}
        onChange={(captionSize) => onChange({ captionSize })}
      />
      <NativeSelect
        showLabel
        label="Colour"
        value={look.captionColor}
        options={CAPTION_COLORS.map((value) => ({ value, label: COLORS[value] }))}
        onChange={(captionColor) => onChange({ captionColor })}
      />
    </fieldset>
  );
}
