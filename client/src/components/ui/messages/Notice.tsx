import type { ReactElement, ReactNode } from 'react';
import { Info, TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import { DismissButton } from '../controls/DismissButton.tsx';
import { ErrorId } from './ErrorId.tsx';

interface NoticeProps {
  tone?: 'info' | 'warn' | 'danger';
  children: ReactNode;
  action?: ReactNode;
  /** The error, for its ID. */
  error?: unknown;
  onDismiss?: () => void;
  /** Whether screen readers announce it immediately, as for errors. */
  urgent?: boolean;
}

const TONES = {
  info: 'border-line bg-surface',
  warn: 'border-warn/40 bg-warn/5',
  danger: 'border-danger/40 bg-danger/5',
} as const;
const ICONS = { info: 'text-accent', warn: 'text-warn', danger: 'text-danger' } as const;

/** A message about the page. */
export function Notice({
  tone = 'info',
  children,
  action,
  error,
  onDismiss,
  urgent,
}: NoticeProps): ReactElement {
  const Icon = tone === 'info' ? Info : TriangleAlert;
  return (
    <div
      role={urgent ? 'alert' : undefined}
      className={clsx('flex items-center gap-x-3 rounded-md border px-3 py-2', TONES[tone])}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden size={16} className={clsx('shrink-0', ICONS[tone])} />
        <div className="min-w-0 flex-1 basis-48 text-sm break-words">
          <div data-notice-text>{children}</div>
          <ErrorId error={error} className="mt-1" />
        </div>
        {action}
      </div>
      {onDismiss ? (
        <span className="-my-1 -mr-1.5 self-start">
          <DismissButton onClick={onDismiss} />
        </span>
      ) : null}
    </div>
  );
}
