import { useState, type ReactElement } from 'react';
import { Check, Copy } from 'lucide-react';
import { clsx } from 'clsx';
import { errorId } from '../../../lib/api/api.ts';
import { Button } from '../controls/Button.tsx';

/** Shows the ID of a failed call, to be copied and reported. Renders nothing if there is no ID. */
export function ErrorId({ error, className }: { error: unknown; className?: string }): ReactElement | null {
  const id = errorId(error);
  return id ? <CopyId id={id} className={className} /> : null;
}

interface CopyIdProps {
  id: string;
  /** The text to copy instead, including the ID. */
  report?: () => string;
  className?: string | undefined;
}

/** An ID with a button to copy it. If the browser forbids copying, the ID can be selected. */
export function CopyId({ id, report, className }: CopyIdProps): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard?.writeText(report?.() ?? id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span className={clsx('text-muted flex flex-wrap items-center gap-x-2 text-xs', className)}>
      <span className="min-w-0">
        Error ID <code className="text-fg break-all select-all">{id}</code>
      </span>
      <Button look="quiet" size="sm" className="-my-1 px-2" onClick={copy}>
        {copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </span>
  );
}
