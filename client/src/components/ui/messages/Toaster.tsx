import { useEffect, type ComponentType, type ReactElement } from 'react';
import { useLoaded } from '../../../hooks/use-loaded.ts';
import { useToasts } from '../../../lib/toast.ts';
import { PlainToast } from './PlainToast.tsx';

/** After the first screen's own calls. */
const PREFETCH_MS = 1000;

const loadView = async (): Promise<ComponentType> => (await import('./ToastView.tsx')).ToastView;

/**
 * Keeps the toast's code out of the first paint; it loads when the page is idle, or with the first toast, which is shown
 * plainly if the code cannot be loaded.
 */
export function Toaster({ load = loadView }: { load?: () => Promise<ComponentType> }): ReactElement | null {
  const id = useToasts((state) => state.current?.id ?? null);
  const { code: View, failed } = useLoaded(load, id);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, [load]);
  if (View) return <View />;
  return failed ? <PlainToast /> : null;
}
