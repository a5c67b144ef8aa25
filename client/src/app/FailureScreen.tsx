import { useEffect, useState, type ReactElement } from 'react';
import { Bug, Check, Copy } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { Button } from '../components/ui/Button.tsx';
import { buttonClass } from '../components/ui/button-class.ts';
import { useTitle } from '../hooks/use-title.ts';
import { isMissingChunk } from '../lib/missing-chunk.ts';

interface FailureScreenProps {
  id: string;
  error: Error;
  /** Another screen was gone to, by Back for one. */
  onLeave: () => void;
}

/** What is left of a screen that broke: why, two ways on, and what to tell us. */
export function FailureScreen({ id, error, onLeave }: FailureScreenProps): ReactElement {
  useTitle('Something went wrong');
  const { key } = useLocation();
  const [brokeAt] = useState(key);
  useEffect(() => {
    if (key !== brokeAt) onLeave();
  }, [key, brokeAt, onLeave]);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const report = [id, `${error.name}: ${error.message}`, window.location.href, new Date().toISOString()];
    await navigator.clipboard.writeText(report.join('\n')).then(
      () => setCopied(true),
      // Not allowed here: the id can be selected.
      () => setCopied(false),
    );
  };
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="max-w-md text-center">
        <Bug aria-hidden size={32} className="text-muted mx-auto" />
        <h1 className="mt-4 text-xl font-semibold">Something went wrong on this page</h1>
        <p className="text-muted mt-2">
          {isMissingChunk(error)
            ? 'A part of it could not be loaded. Check your connection, then load it again.'
            : 'Your projects are safe on the server. Load the page again; if it happens once more, send us the id.'}
        </p>
        <p className="text-muted mt-4 flex flex-wrap items-center justify-center gap-x-2 text-xs">
          Error id <code className="text-fg select-all">{id}</code>
          <Button look="quiet" size="sm" onClick={() => void copy()}>
            {copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button look="primary" onClick={() => window.location.reload()}>
            Load Again
          </Button>
          {/* Not by the router: the whole page begins anew. */}
          <a href="/" className={buttonClass({})}>
            Back to Home
          </a>
        </div>
      </div>
    </main>
  );
}
