import type { ReactElement } from 'react';
import {
  CAPTION_COLORS,
  CAPTION_PLACES,
  CAPTION_SIZES,
  CAPTION_STYLES,
  type CaptionLook,
} from '#contract/caption-look.ts';
import { COLOR_NAMES, PLACE_NAMES, SIZE_NAMES, STYLE_NAMES } from '../section/look-names.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';

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
        options={CAPTION_STYLES.map((value) => ({ value, label: STYLE_NAMES[value] }))}
        onChange={(captionStyle) => onChange({ captionStyle })}
      />
      <NativeSelect
        showLabel
        label="Place"
        value={look.captionPlace}
        options={CAPTION_PLACES.map((value) => ({ value, label: PLACE_NAMES[value] }))}
        onChange={(captionPlace) => onChange({ captionPlace })}
      />
      <NativeSelect
        showLabel
        label="Size"
        value={look.captionSize}
        options={CAPTION_SIZES.map((value) => ({ value, label: SIZE_NAMES[value] }))}
        onChange={(captionSize) => onChange({ captionSize })}
      />
      <NativeSelect
        showLabel
        label="Colour"
        value={look.captionColor}
        options={CAPTION_COLORS.map((value) => ({ value, label: COLOR_NAMES[value] }))}
        onChange={(captionColor) => onChange({ captionColor })}
      />
    </fieldset>
  );
}
