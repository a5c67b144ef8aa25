import { useState, type ReactElement, type RefObject, type SyntheticEvent } from 'react';
import type { Sent } from '#contract/calls/define-call.ts';
import type { Scope } from '#contract/api-keys.ts';
import type { createApiKey } from '#contract/calls/index.ts';
import { MAX_CREDIT_BUDGET, MAX_KEY_NAME } from '#contract/limits.ts';
import { endAt } from '../../../components/share/link-ends.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { CheckboxField, Field } from '../../../components/ui/controls/Field.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { tooLong } from '../../../lib/format.ts';
import { KEY_ENDS, type KeyEnd, SCOPE_WORDS } from './key-words.ts';

export type KeyRequest = Sent<typeof createApiKey>['body'];

const BUDGET_ERROR = `Enter a whole number from 1 to ${MAX_CREDIT_BUDGET.toLocaleString('en')}, or leave it empty.`;

/** Returns a typed budget: `null` without one, `undefined` if it is invalid. */
function budgetOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const budget = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return budget >= 1 && budget <= MAX_CREDIT_BUDGET ? budget : undefined;
}

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
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [typedBudget, setTypedBudget] = useState('');
  const [end, setEnd] = useState<KeyEnd>('90');
  const spends = scopes.includes('generate');
  const budget = spends ? budgetOf(typedBudget) : null;
  const nameError = tooLong(name, MAX_KEY_NAME, 'A name');
  const isComplete = name.trim() !== '' && nameError === null && scopes.length > 0 && budget !== undefined;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isComplete || busy) return;
    onSubmit({ name, scopes, creditBudget: budget, expiresAt: endAt(end) });
  };
  const toggle = (scope: Scope, on: boolean): void =>
    setScopes(
      SCOPE_WORDS.map((words) => words.scope).filter((one) => (one === scope ? on : scopes.includes(one))),
    );
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
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Scopes</legend>
        {SCOPE_WORDS.map(({ scope, label, note }) => (
          <CheckboxField
            key={scope}
            label={label}
            note={note}
            checked={scopes.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          />
        ))}
      </fieldset>
      {spends ? (
        <Field label="Credit budget (optional)" error={budget === undefined ? BUDGET_ERROR : null}>
          {(input) => (
            <input
              {...input}
              value={typedBudget}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setTypedBudget(event.target.value)}
              className="field"
            />
          )}
        </Field>
      ) : null}
      <NativeSelect label="Expires" showLabel value={end} options={KEY_ENDS} onChange={setEnd} />
      <DialogEnd onCancel={onCancel} busy={busy} problem={problem}>
        <Button type="submit" look="primary" inactive={!isComplete || busy}>
          {busy ? 'Creating...' : 'Create Key'}
        </Button>
      </DialogEnd>
    </form>
  );
}
