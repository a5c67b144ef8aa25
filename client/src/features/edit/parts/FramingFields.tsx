import { lazy, Suspense, type ReactElement } from 'react';
import { FRAMINGS, type Framing, SECTION_DEFAULTS, type Zoom, ZOOMS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Slider } from '../../../components/ui/controls/Slider.tsx';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';
import { describeCrop, FRAMING_NAMES, isFollowing, placementOf, ZOOM_NAMES } from '../section/framing.ts';

const FollowFields = lazy(async () => ({
  default: (await loadPart(() => import('./follow/FollowFields.tsx'))).FollowFields,
}));

/** The fields of a section's framing: its fit, its crop, and the movement of an image. */
export function FramingFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const film = useFilm();
  const { framing, crop } = placementOf(section, film.framing);
  return (
    <div className="space-y-2">
      <NativeSelect<Framing | ''>
        label="Framing"
        showLabel
        value={section.framing ?? ''}
        options={[
          { value: '', label: `Same as film: ${FRAMING_NAMES[film.framing]}` },
          ...FRAMINGS.map((value) => ({ value, label: FRAMING_NAMES[value] })),
        ]}
        onChange={(value) => editor.saver.set(section.id, { framing: value === '' ? null : value })}
      />
      {isFollowing(section, film.framing) ? (
        <Suspense fallback={null}>
          <FollowFields section={section} />
        </Suspense>
      ) : null}
      {framing === 'fill' ? (
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Slider
              label="Crop"
              value={crop}
              step={0.01}
              valueText={describeCrop(crop)}
              onChange={(value) => editor.saver.edit(section.id, { crop: value })}
            />
          </div>
          <Button
            size="sm"
            inactive={crop === SECTION_DEFAULTS.crop}
            onClick={() => editor.saver.set(section.id, { crop: SECTION_DEFAULTS.crop })}
          >
            Centre
          </Button>
        </div>
      ) : null}
      {section.media === 'image' ? (
        <NativeSelect<Zoom>
          label="Zoom"
          showLabel
          value={section.zoom}
          options={ZOOMS.map((value) => ({ value, label: ZOOM_NAMES[value] }))}
          onChange={(value) => editor.saver.set(section.id, { zoom: value })}
        />
      ) : null}
    </div>
  );
}
