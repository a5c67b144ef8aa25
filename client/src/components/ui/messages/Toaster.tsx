import { useEffect, type ComponentType, type ReactElement } from 'react';
import { useLoaded } from '../../../hooks/use-loaded.ts';
import { useToasts } from '../../../lib/toast.ts';
import { PlainToast } from './PlainToast.tsx';

/** Runs after the first screen's own calls. */
const PREFETCH_MS = 1000;

const loadView = async (): Promise<ComponentType> => (await import('./ToastView.tsx')).ToastView;

/**
 * Excludes the toast's code from the first paint. It loads when the page is idle, or with the first toast. If
 * it cannot be loaded, the toast is shown plainly.
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
