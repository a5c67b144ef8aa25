import { useState, type ReactElement, type RefObject, type SyntheticEvent } from 'react';
import type { Sent } from '#contract/calls/define-call.ts';
import type { createApiKey } from '#contract/calls/index.ts';
import { MAX_KEY_NAME } from '#contract/limits.ts';
import { ScopeFields } from '../../../components/keys/ScopeFields.tsx';
import { useScopeChoice } from '../../../components/keys/use-scope-choice.ts';
import { endAt } from '../../../components/share/link-ends.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { tooLong } from '../../../lib/format.ts';
import { KEY_ENDS, type KeyEnd } from './key-words.ts';

export type KeyRequest = Sent<typeof createApiKey>['body'];

interface KeyFormProps {
  first: RefObject<HTMLInputElement | null>;
  busy: boolean;
  problem: Problem | null;
  onChange: () => void;
  onSubmit: (request: KeyRequest) => void;
  onCancel: () => void;
}

/** The name, scopes, credit budget and expiry of a new key. */
export function KeyForm({ first, busy, problem, onChange, onSubmit, onCancel }: KeyFormProps): ReactElement {
  const [name, setName] = useState('');
  const choice = useScopeChoice(['read']);
  const [end, setEnd] = useState<KeyEnd>('90');
  const { scopes, budget } = choice;
  const nameError = tooLong(name, MAX_KEY_NAME, 'A name');
  const isComplete = name.trim() !== '' && nameError === null && scopes.length > 0 && budget !== undefined;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isComplete || busy) return;
    onSubmit({ name, scopes, creditBudget: budget, expiresAt: endAt(end) });
  };
  return (
    <form onSubmit={submit} onChange={onChange} className="space-y-4 overflow-y-auto p-5">
      <Field label="Name" error={nameError}>
        {(input) => (
          <input
            {...input}
            ref={first}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className="field"
          />
        )}
      </Field>
      <ScopeFields choice={choice} />
      <NativeSelect label="Expires" showLabel value={end} options={KEY_ENDS} onChange={setEnd} />
      <DialogEnd onCancel={onCancel} busy={busy} problem={problem}>
        <Button type="submit" look="primary" inactive={!isComplete || busy}>
          {busy ? 'Creating...' : 'Create Key'}
        </Button>
      </DialogEnd>
    </form>
  );
}
