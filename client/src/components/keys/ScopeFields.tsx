import type { ReactElement } from 'react';
import type { Scope } from '#contract/api-keys.ts';
import { MAX_CREDIT_BUDGET } from '#contract/limits.ts';
import { CheckboxField, Field } from '../ui/controls/Field.tsx';
import { SCOPE_WORDS } from './scope-words.ts';
import type { ScopeChoice } from './use-scope-choice.ts';

const BUDGET_ERROR = `Enter a whole number from 1 to ${MAX_CREDIT_BUDGET.toLocaleString('en')}, or leave it empty.`;

interface ScopeFieldsProps {
  /** The scopes that an app requests; all of them for a key. */
  requested?: readonly Scope[];
  choice: ScopeChoice;
}

/** The scopes of a key or an app, and its credit budget if it may generate. */
export function ScopeFields({ requested, choice }: ScopeFieldsProps): ReactElement {
  const { scopes, budget, typedBudget, toggle, setTypedBudget } = choice;
  const offered = SCOPE_WORDS.filter(({ scope }) => requested?.includes(scope) ?? true);
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Scopes</legend>
        {offered.map(({ scope, label, note, appNote }) => (
          <CheckboxField
            key={scope}
            label={label}
            note={requested ? appNote : note}
            checked={scopes.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          />
        ))}
      </fieldset>
      {scopes.includes('generate') ? (
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
    </>
  );
}
