import type { ReactElement, ReactNode } from 'react';
import { ErrorId } from './ErrorId.tsx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** The error, for its ID. */
  error?: unknown;
  /** A message for a screen without content. */
  wholeScreen?: boolean;
}

/** One sentence and one action. */
export function EmptyState({ icon, title, text, action, error, wholeScreen }: EmptyStateProps): ReactElement {
  const Heading = wholeScreen ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-16 text-center">
      <span aria-hidden className="bg-surface-2 text-muted mb-2 grid size-14 place-items-center rounded-full">
        {icon}
      </span>
      <Heading className="text-base font-semibold">{title}</Heading>
      {text ? <p className="text-muted max-w-md">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
      <ErrorId error={error} className="mt-3 justify-center" />
    </div>
  );
}
