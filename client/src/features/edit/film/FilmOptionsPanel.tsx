import type { ReactElement } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { ASPECTS, QUALITIES, type Aspect, type Gender } from '#contract/primitives.ts';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { Disclosure } from '../../../components/ui/Disclosure.tsx';
import { NativeSelect } from '../../../components/ui/NativeSelect.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useKept } from '../../../hooks/use-kept.ts';
import { FilmChoices, type FilmOptions } from './film-options.ts';

const SHAPES: Record<Aspect, string> = {
  '16:9': '16:9, wide',
  '9:16': '9:16, tall',
  '1:1': '1:1, square',
};
const VOICES: { value: Gender; label: string }[] = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
];

/** The film's options; the button shows the two most used. */
export function FilmOptionsPanel({
  projectId,
  options,
}: {
  projectId: string;
  options: FilmOptions;
}): ReactElement {
  const qualities = useConfig()?.qualities ?? QUALITIES;
  const { quality, aspect, gender, burnSubtitles } = options;
  const choices = useKept(FilmChoices);
  const choose = (next: Partial<FilmOptions>): void => choices.choose(projectId, next);
  return (
    <Disclosure
      label="Film options"
      buttonLabel={`Film options: ${quality}, ${aspect}`}
      buttonClassName={buttonClass({ look: 'secondary', className: 'w-full' })}
      className="max-lg:flex-1 sm:relative"
      panelClassName="w-72 max-sm:inset-x-0 max-sm:w-auto sm:right-0"
      button={
        <>
          <SlidersHorizontal aria-hidden size={16} />
          <span className="tabular-nums">
            {quality} · {aspect}
          </span>
        </>
      }
    >
      <h2 className="font-semibold">Film options</h2>
      <div className="mt-3 space-y-3">
        <NativeSelect
          showLabel
          label="Quality"
          value={quality}
          options={qualities.map((value) => ({ value, label: value }))}
          onChange={(next) => choose({ quality: next })}
        />
        <NativeSelect
          showLabel
          label="Shape"
          value={aspect}
          options={ASPECTS.map((value) => ({ value, label: SHAPES[value] }))}
          onChange={(next) => choose({ aspect: next })}
        />
        <NativeSelect
          showLabel
          label="Voice"
          value={gender}
          options={VOICES}
          onChange={(next) => choose({ gender: next })}
        />
        <label className="flex items-start gap-2.5 pt-1">
          <input
            type="checkbox"
            checked={burnSubtitles}
            onChange={(event) => choose({ burnSubtitles: event.target.checked })}
            className="accent-accent mt-px size-5 shrink-0"
          />
          <span>
            Burn subtitles into the picture
            <span className="text-muted block text-xs">Without it they can be shown and hidden.</span>
          </span>
        </label>
      </div>
    </Disclosure>
  );
}
