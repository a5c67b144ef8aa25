import type { ReactElement } from 'react';
import { accentOf, groundOf, isHighlighted, lookOf } from '#film/captions/caption-look.ts';
import { CAPTION_COLORS, CAPTION_PLACES, CAPTION_SIZES, type CaptionLook } from '#contract/caption-look.ts';
import { COLOR_NAMES, PLACE_NAMES, SIZE_NAMES } from '../../section/look-names.ts';
import { NativeSelect } from '../../../../components/ui/controls/NativeSelect.tsx';
import { StyleTiles } from './StyleTiles.tsx';
import { CheckboxField } from '../../../../components/ui/controls/Field.tsx';

/** The style of captions that are burned into the video. */
export function CaptionFields({
  look,
  onChange,
}: {
  look: CaptionLook;
  onChange: (next: Partial<CaptionLook>) => void;
}): ReactElement {
  const highlighted = isHighlighted(look);
  const colors = CAPTION_COLORS.filter(
    (color) => !highlighted || accentOf({ captionColor: color }) === color,
  );
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">Captions</legend>
      <StyleTiles look={look} onChange={onChange} />
      <CheckboxField
        label="Highlight each word as it is spoken"
        checked={highlighted}
        onChange={(next) => onChange(lookOf(groundOf(look), next))}
      />
      <div className="grid grid-cols-2 gap-x-2 gap-y-3">
        <NativeSelect
          showLabel
          label="Position"
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
          label={highlighted ? 'Highlight colour' : 'Colour'}
          value={highlighted ? accentOf(look) : look.captionColor}
          options={colors.map((value) => ({ value, label: COLOR_NAMES[value] }))}
          onChange={(captionColor) => onChange({ captionColor })}
        />
      </div>
    </fieldset>
  );
}
