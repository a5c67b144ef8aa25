import type { ReactElement } from 'react';
import { Button } from '../controls/Button.tsx';
import { Notice } from './Notice.tsx';

interface UnreadNoticeProps {
  /** Names the missing part of the page. */
  children: string;
  error: unknown;
  onRetry: () => void;
}

/** Reports that a part of the page failed to load. */
export function UnreadNotice({ children, error, onRetry }: UnreadNoticeProps): ReactElement {
  return (
    <Notice
      tone="danger"
      urgent
      error={error}
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
