import { useEffect, type ReactElement } from 'react';
import { FolderX } from 'lucide-react';
import { Button } from '../../components/ui/Button.tsx';
import { Tips } from '../../components/ui/Tips.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { useGo, usePlace } from '../../hooks/use-place.ts';
import { useProject } from '../../hooks/use-project.ts';
import { CompleteScreen } from './CompleteScreen.tsx';

/** The last step: the film of a project in one language. */
export function CompleteStage(): ReactElement {
  const place = usePlace();
  const go = useGo();
  const { data, isError, refetch } = useProject(place.project, place.language || 'en');
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  if (data)
    return (
      <Tips>
        <CompleteScreen project={data} language={place.language || 'en'} />
      </Tips>
    );
  if (!isError)
    return (
      <>
        <h1 className="sr-only">Loading the project</h1>
        <div
          aria-hidden
          className="bg-surface-2 animate-pulse-soft mx-auto mt-16 aspect-video max-w-4xl rounded-lg"
        />
      </>
    );
  return (
    <EmptyState
      wholeScreen
      icon={<FolderX size={24} />}
      title="The project could not be read"
      text="It may have been deleted."
      action={
        <span className="flex gap-2">
          <Button onClick={() => void refetch()}>Try Again</Button>
          <Button onClick={() => go({ stage: 'videolist' })}>My Videos</Button>
        </span>
      }
    />
  );
}
