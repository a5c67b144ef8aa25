import type { ReactElement, ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** One sentence, one action. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps): ReactElement {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-16 text-center">
      <span aria-hidden className="bg-surface-2 text-muted mb-2 grid size-14 place-items-center rounded-full">
        {icon}
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      {text ? <p className="text-muted max-w-md">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
