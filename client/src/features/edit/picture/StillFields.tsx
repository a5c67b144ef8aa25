import type { ReactElement } from 'react';
import { Image } from 'lucide-react';
import { STILL_MAX_MS } from '#film/time/section-length.ts';
import {
  BACKGROUNDS,
  type Background,
  CARD_PLACES,
  CARD_STYLES,
  type CardFrame,
  type CardPlace,
  type CardStyle,
  MAX_SUBTITLE,
} from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import {
  CARD_FRAME_NAMES,
  CARD_PLACE_NAMES,
  CARD_STYLE_NAMES,
  frameOfCard,
  hasTitle,
} from '../section/framing.ts';
import { MIN_RANGE } from '../section/ranges.ts';
import { TimeField } from '../parts/TimeField.tsx';
import { LineField } from './LineField.tsx';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

const NAMES: Record<Background, string> = {
  dark: 'Dark grey',
  black: 'Black',
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  brown: 'Brown',
  red: 'Red',
  purple: 'Purple',
};

/** The duration of an image or a title card, and a card's style. */
export function StillFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  return (
    <div className="space-y-2">
      <TimeField
        key={section.id}
        label="Length"
        value={section.duration}
        min={MIN_RANGE}
        max={STILL_MAX_MS / 1000}
        steps={['shorter', 'longer']}
        onChange={(endTime) => editor.saver.edit(section.id, { endTime })}
      />
      {section.narrated ? (
        <p className="text-muted text-xs">Shows longer if the narration is longer.</p>
      ) : null}
      {section.media === 'image' ? (
        <CheckboxField
          label="Title over the image"
          checked={section.titled}
          onChange={(titled) => editor.saver.set(section.id, { titled })}
        />
      ) : null}
      {hasTitle(section) ? (
        <LineField
          key={`${section.id}-subtitle`}
          label="Subtitle"
          value={section.cardSubtitle}
          most={MAX_SUBTITLE}
          onChange={(cardSubtitle) => editor.saver.edit(section.id, { cardSubtitle })}
        />
      ) : null}
      {hasTitle(section) ? (
        <div className="grid gap-x-4 gap-y-2 min-[360px]:grid-cols-2">
          <NativeSelect<CardStyle>
            label="Title style"
            showLabel
            value={section.cardStyle}
            options={CARD_STYLES.map((value) => ({ value, label: CARD_STYLE_NAMES[value] }))}
            onChange={(value) => editor.saver.set(section.id, { cardStyle: value })}
          />
          <NativeSelect<CardPlace>
            label="Title position"
            showLabel
            value={section.cardPlace}
            options={CARD_PLACES.map((value) => ({ value, label: CARD_PLACE_NAMES[value] }))}
            onChange={(value) => editor.saver.set(section.id, { cardPlace: value })}
          />
        </div>
      ) : null}
      {section.media === 'none' ? <CardBackground section={section} /> : null}
    </div>
  );
}

const FRAMES = ['before', 'after'] as const;
const isFrame = (value: string): value is (typeof FRAMES)[number] => FRAMES.some((frame) => frame === value);

/** The choice of a card's background: a colour, a frame of a video, or an image. */
function CardBackground({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { background, cardFrame } = section;
  const lacksVideo = useEditorState(
    ({ sections }) => cardFrame !== 'none' && frameOfCard(section, sections) === null,
  );
  return (
    <>
      <NativeSelect<Background | CardFrame>
        label="Background"
        showLabel
        value={cardFrame === 'none' ? background : cardFrame}
        options={[
          ...BACKGROUNDS.map((value) => ({ value, label: NAMES[value] })),
          ...FRAMES.map((value) => ({ value, label: CARD_FRAME_NAMES[value] })),
        ]}
        onChange={(value) => {
          if (isFrame(value)) editor.saver.set(section.id, { cardFrame: value });
          else if (value !== 'none')
            editor.saver.set(section.id, {
              background: value,
              ...(cardFrame !== 'none' && { cardFrame: 'none' }),
            });
        }}
      />
      {lacksVideo ? (
        <p className="text-muted text-xs">No video comes {cardFrame} it, so its colour is shown.</p>
      ) : null}
      <Button size="sm" onClick={() => editor.show('edit')}>
        <Image aria-hidden size={14} /> Use an image…
      </Button>
    </>
  );
}
