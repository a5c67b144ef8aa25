import { useEffect, useState, type ReactElement } from 'react';
import { Bug } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { Button } from '../components/ui/controls/Button.tsx';
import { CopyId } from '../components/ui/messages/ErrorId.tsx';
import { buttonClass } from '../components/ui/controls/button-class.ts';
import { useTitle } from '../hooks/page/use-title.ts';
import { isMissingChunk } from '../lib/missing-chunk.ts';

interface FailureScreenProps {
  id: string;
  error: Error;
  /** Called when another screen was opened, for example by Back. */
  onLeave: () => void;
}

/** The screen after an error: the reason, two ways to continue, and an ID to report. */
export function FailureScreen({ id, error, onLeave }: FailureScreenProps): ReactElement {
  useTitle('Something went wrong');
  const { key } = useLocation();
  const [brokeAt] = useState(key);
  useEffect(() => {
    if (key !== brokeAt) onLeave();
  }, [key, brokeAt, onLeave]);
  const report = (): string =>
    [id, `${error.name}: ${error.message}`, window.location.href, new Date().toISOString()].join('\n');
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="max-w-md text-center">
        <Bug aria-hidden size={32} className="text-muted mx-auto" />
        <h1 className="mt-4 text-xl font-semibold">Something went wrong on this page</h1>
        <p className="text-muted mt-2">
          {isMissingChunk(error)
            ? 'Part of this page could not be loaded. Check your connection, then reload.'
            : 'Your projects are safe on the server. Reload the page; if it happens again, send us the id.'}
        </p>
        <CopyId id={id} report={report} className="mt-4 justify-center" />
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button look="primary" onClick={() => window.location.reload()}>
            Load Again
          </Button>
          {/* A plain link instead of the router's: the whole page reloads. */}
          <a href="/" className={buttonClass({})}>
            Back to Home
          </a>
        </div>
      </div>
    </main>
  );
}
