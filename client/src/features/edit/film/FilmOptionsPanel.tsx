import { lazy, Suspense, type ReactElement } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import type { FilmOptions } from '#contract/film-options.ts';
import type { Language } from '#contract/primitives.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Disclosure } from '../../../components/ui/controls/Disclosure.tsx';
import { loadPart } from '../../../lib/missing-chunk.ts';

const FilmOptionsFields = lazy(async () => ({
  default: (await loadPart(() => import('./FilmOptionsFields.tsx'))).FilmOptionsFields,
}));

interface FilmOptionsProps {
  projectId: string;
  language: Language;
  options: FilmOptions;
}

/** The film's options, which load when they are opened; the button shows the two most used. */
export function FilmOptionsPanel(props: FilmOptionsProps): ReactElement {
  const { quality, aspect } = props.options;
  return (
    <Disclosure
      label="Film options"
      buttonLabel={`Film options: ${quality}, ${aspect}`}
      buttonClassName={buttonClass({ look: 'secondary', className: 'w-full' })}
      className="max-lg:flex-1 sm:relative"
      panelClassName="w-72 max-sm:inset-x-0 max-sm:w-auto sm:right-0 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto"
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
      <Suspense fallback={null}>
        <FilmOptionsFields {...props} />
      </Suspense>
    </Disclosure>
  );
}
