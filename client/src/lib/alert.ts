import { create } from 'zustand';

interface AlertState {
  title: string;
  description: string;
  action?: { label: string; href: string };
}

/** SPEC's 'alert': an accessible alert dialog with one text at a time. */
export const useAlert = create<{ alert: AlertState | null }>(() => ({ alert: null }));

export function showAlert(alert: AlertState): void {
  useAlert.setState({ alert });
}

export function closeAlert(): void {
  useAlert.setState({ alert: null });
}
