import type { ReactElement } from 'react';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface UnreadNoticeProps {
  /** Says what is missing on the page. */
  children: string;
  onRetry: () => void;
}

/** A part of the page could not be read. */
export function UnreadNotice({ children, onRetry }: UnreadNoticeProps): ReactElement {
  return (
    <Notice
      tone="danger"
      urgent
      action={
        <Button size="sm" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
