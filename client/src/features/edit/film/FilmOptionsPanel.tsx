import { lazy, Suspense, type ReactElement } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import type { FilmOptions } from '#film/styles/film-options.ts';
import type { Language } from '#contract/primitives.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Disclosure, SHEET } from '../../../components/ui/controls/Disclosure.tsx';
import { loadPart } from '../../../lib/missing-chunk.ts';

const FilmOptionsFields = lazy(async () => ({
  default: (await loadPart(() => import('./FilmOptionsFields.tsx'))).FilmOptionsFields,
}));

interface FilmOptionsProps {
  projectId: string;
  title: string;
  language: Language;
  options: FilmOptions;
}

/** The film's options. Their code loads when they are opened. The button's name contains quality and aspect ratio. */
export function FilmOptionsPanel(props: FilmOptionsProps): ReactElement {
  const { quality, aspect } = props.options;
  return (
    <Disclosure
      headed
      label="Film options"
      buttonLabel={`Film options: ${quality}, ${aspect}`}
      buttonClassName={buttonClass({ look: 'secondary', className: 'w-full' })}
      className="shrink-0"
      panelClassName={SHEET}
      button={
        <>
          <SlidersHorizontal aria-hidden size={16} />
          <span className="lg:max-xl:sr-only">Film options</span>
        </>
      }
    >
      <Suspense fallback={null}>
        <FilmOptionsFields {...props} />
      </Suspense>
    </Disclosure>
  );
}
