import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useAlert } from '../../../lib/alert.ts';

const AlertDialogView = lazy(async () => ({
  default: (await import('./AlertDialogView.tsx')).AlertDialogView,
}));

/** Loads the dialog's code only when there is an alert. */
export function AlertHost(): ReactElement | null {
  const [used, setUsed] = useState(false);
  const asked = useAlert((state) => state.alert !== null);
  if (asked && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialogView />
    </Suspense>
  );
}
