import type { ReactElement } from 'react';
import { FolderX } from 'lucide-react';
import { useGo } from '../../../hooks/page/use-place.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface UnreadProjectProps {
  error: Error | null;
  onRetry: () => void;
}

/** Reports a project that was deleted or failed to load. */
export function UnreadProject({ error, onRetry }: UnreadProjectProps): ReactElement {
  const go = useGo();
  const missing = error instanceof ApiError && error.status === 404;
  const { title, text } = missing
    ? { title: 'This project does not exist', text: 'It may have been deleted.' }
    : { title: 'The project could not be loaded', text: 'Please try again in a moment.' };
  return (
    <EmptyState
      wholeScreen
      icon={<FolderX size={24} />}
      title={title}
      text={text}
      error={error}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {missing ? null : (
            <Button look="primary" onClick={onRetry}>
              Try Again
            </Button>
          )}
          <Button onClick={() => go({ stage: 'videolist' })}>My Videos</Button>
        </span>
      }
    />
  );
}
