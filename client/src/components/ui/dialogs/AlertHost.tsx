import type { ComponentType, ReactElement } from 'react';
import { useLoaded } from '../../../hooks/use-loaded.ts';
import { useAlert } from '../../../lib/alert.ts';
import { PlainAlert } from './PlainAlert.tsx';

const loadView = async (): Promise<ComponentType> => (await import('./AlertDialogView.tsx')).AlertDialogView;

/**
 * Loads the dialog's code only when there is an alert. Falls back to the browser's dialog if the code cannot
 * be loaded.
 */
export function AlertHost({ load = loadView }: { load?: () => Promise<ComponentType> }): ReactElement | null {
  const title = useAlert((state) => (state.alert ? state.alert.title : null));
  const { code: View, failed } = useLoaded(load, title);
  if (View) return <View />;
  return failed ? <PlainAlert /> : null;
}
