import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useToasts } from '../../../lib/toast.ts';

/** After the first screen's own calls. */
const PREFETCH_MS = 1000;

const load = () => import('./ToastView.tsx');
const ToastView = lazy(async () => ({ default: (await load()).ToastView }));

/** Keeps the toast's code out of the first paint; it loads when the page is idle, or with the first toast. */
export function Toaster(): ReactElement | null {
  const [used, setUsed] = useState(false);
  const asked = useToasts((state) => state.current !== null);
  if (asked && !used) setUsed(true);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <ToastView />
    </Suspense>
  );
}
