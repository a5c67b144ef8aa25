import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { announce } from '../../../lib/announce.ts';

interface ShownOnceProps {
  /** What has the secret, such as the name of a key. */
  label: string;
  /** The kind of secret, for screen readers. */
  kind: string;
  secret: string;
  onClose: () => void;
}

/** A new secret with a button that copies it. It cannot be seen again. */
export function ShownOnce({ label, kind, secret, onClose }: ShownOnceProps): ReactElement {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The form's button had the focus and is gone.
  useEffect(() => button.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('yes');
      announce(`${kind} copied.`);
    } catch {
      // On plain HTTP there is no clipboard.
      field.current?.select();
      setCopied('no');
    }
  };
  const Icon = copied === 'yes' ? Check : Copy;
  return (
    <div className="space-y-4 overflow-y-auto p-5">
      <Field
        label={<span className="wrap-anywhere">{label}</span>}
        error={copied === 'no' ? 'The browser could not copy it. Copy the selected text by hand.' : null}
      >
        {(input) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...input}
              ref={field}
              readOnly
              value={secret}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              className="field min-w-0 flex-1 basis-48 font-mono text-sm"
            />
            <Button ref={button} size="field" look="primary" onClick={() => void copy()}>
              <Icon aria-hidden size={16} /> {copied === 'yes' ? 'Copied' : 'Copy'}
            </Button>
          </div>
        )}
      </Field>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
