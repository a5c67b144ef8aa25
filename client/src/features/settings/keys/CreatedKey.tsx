import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Check, Copy } from 'lucide-react';
import type { CreatedApiKey } from '#contract/api-keys.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { announce } from '../../../lib/announce.ts';

interface CreatedKeyProps {
  created: CreatedApiKey;
  onClose: () => void;
}

/** A new key with a button that copies it. It cannot be seen again. */
export function CreatedKey({ created, onClose }: CreatedKeyProps): ReactElement {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The form's button had the focus and is gone.
  useEffect(() => button.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(created.key);
      setCopied('yes');
      announce('API key copied.');
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
        label={<span className="break-words">{created.name}</span>}
        error={copied === 'no' ? 'The browser could not copy it. Copy the selected key by hand.' : null}
      >
        {(input) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...input}
              ref={field}
              readOnly
              value={created.key}
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
