import { create } from 'zustand';

/** An action: a link or a function. */
type AlertAction = { label: string } & ({ href: string } | { onClick: () => void });

interface AlertState {
  title: string;
  description: string;
  /** A second sentence with the reason. */
  reason?: string | null;
  /** The error, for its ID. */
  error?: unknown;
  action?: AlertAction | undefined;
}

/** An accessible alert dialog, of which one is shown at a time. */
export const useAlert = create<{ alert: AlertState | null }>(() => ({ alert: null }));

export function showAlert(alert: AlertState): void {
  useAlert.setState({ alert });
}

export function closeAlert(): void {
  useAlert.setState({ alert: null });
}

/** Shows the alert about missing credits (product.md 8.5) over any screen. */
export function alertNoCredits(error: unknown): void {
  showAlert({
    title: 'Not enough credits',
    error,
    description:
      "You don't have enough video credits to create this compilation. Please purchase more credits.",
    action: { label: 'Buy Credits', href: '/billing' },
  });
}
