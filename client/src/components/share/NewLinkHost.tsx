import { lazy, Suspense, type ReactElement } from 'react';
import { useNewLink } from '../../lib/film/new-link.ts';

const NewLinkDialog = lazy(async () => ({ default: (await import('./NewLinkDialog.tsx')).NewLinkDialog }));

/** Loads the dialog's code only when a link is about to be made. */
export function NewLinkHost(): ReactElement | null {
  const request = useNewLink((state) => state.request);
  return request ? (
    <Suspense fallback={null}>
      <NewLinkDialog film={request.film} onAnswer={request.answer} />
    </Suspense>
  ) : null;
}
