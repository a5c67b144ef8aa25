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
  /** The project's title. */
  title: string;
  language: Language;
  options: FilmOptions;
}

/** The film's options, which load when they are opened; the name of the button has the two most used. */
export function FilmOptionsPanel(props: FilmOptionsProps): ReactElement {
  const { quality, aspect } = props.options;
  return (
    <Disclosure
      headed
      label="Film options"
      buttonLabel={`Film options: ${quality}, ${aspect}`}
      buttonClassName={buttonClass({ look: 'secondary', className: 'w-full' })}
      className="max-lg:flex-1"
      // Over the settings of a section, beside the preview; on a small screen a sheet from below.
      panelClassName="inset-x-0 max-h-[80dvh] max-sm:fixed max-sm:top-auto max-sm:bottom-0 max-sm:mt-0 max-sm:rounded-b-none sm:left-auto sm:w-96 lg:w-85 xl:w-82 lg:max-h-[calc(100dvh-11rem)]"
      button={
        <>
          <SlidersHorizontal aria-hidden size={16} />
          Film options
        </>
      }
    >
      <Suspense fallback={null}>
        <FilmOptionsFields {...props} />
      </Suspense>
    </Disclosure>
  );
}
