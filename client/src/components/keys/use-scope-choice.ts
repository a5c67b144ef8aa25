import { useState } from 'react';
import type { Scope } from '#contract/api-keys.ts';
import { MAX_CREDIT_BUDGET } from '#contract/limits.ts';
import { SCOPE_WORDS } from './scope-words.ts';

/** The scopes and the credit budget that the user enters. */
export interface ScopeChoice {
  scopes: Scope[];
  /** `null` without a budget, `undefined` if it is invalid. */
  budget: number | null | undefined;
  typedBudget: string;
  toggle: (scope: Scope, on: boolean) => void;
  setTypedBudget: (typed: string) => void;
}

/** Returns a typed budget: `null` without one, `undefined` if it is invalid. */
function budgetOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const budget = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return budget >= 1 && budget <= MAX_CREDIT_BUDGET ? budget : undefined;
}

/** Starts with these scopes and without a budget. */
export function useScopeChoice(initial: readonly Scope[]): ScopeChoice {
  const [scopes, setScopes] = useState<Scope[]>([...initial]);
  const [typedBudget, setTypedBudget] = useState('');
  return {
    scopes,
    budget: scopes.includes('generate') ? budgetOf(typedBudget) : null,
    typedBudget,
    toggle: (scope, on) =>
      setScopes(
        SCOPE_WORDS.map((words) => words.scope).filter((one) => (one === scope ? on : scopes.includes(one))),
      ),
    setTypedBudget,
  };
}
