import { create } from 'zustand';

/** An action: a link, or a function. */
type AlertAction = { label: string } & ({ href: string } | { onClick: () => void });

interface AlertState {
  title: string;
  description: string;
  /** A second sentence: why. */
  reason?: string | null;
  /** The error, for its id. */
  error?: unknown;
  action?: AlertAction | undefined;
}

/** An alert: an accessible alert dialog with one text at a time. */
export const useAlert = create<{ alert: AlertState | null }>(() => ({ alert: null }));

export function showAlert(alert: AlertState): void {
  useAlert.setState({ alert });
}

export function closeAlert(): void {
  useAlert.setState({ alert: null });
}

/** The alert about missing credits (product.md 8.5), shown over any screen. */
export function alertNoCredits(error: unknown): void {
  showAlert({
    title: 'Not enough credits',
    error,
    description:
      "You don't have enough video credits to create this compilation. Please purchase more credits.",
    action: { label: 'Buy Credits', href: '/billing' },
  });
}
