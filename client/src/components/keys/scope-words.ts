import type { Scope } from '#contract/api-keys.ts';

interface ScopeWords {
  scope: Scope;
  label: string;
  /** What a key with the scope may do. */
  note: string;
  /** What a connected app with the scope may do. */
  appNote: string;
}

/** The scopes with their names and effects, in the order of the page. */
export const SCOPE_WORDS: readonly ScopeWords[] = [
  {
    scope: 'read',
    label: 'Read',
    note: 'See projects, films, footage and progress. Search videos.',
    appNote: 'See projects, films and progress. Search videos.',
  },
  {
    scope: 'edit',
    label: 'Edit',
    note: 'Change projects and sections. Upload and share.',
    appNote: 'Propose edits, which you accept or decline. Share films by a link.',
  },
  {
    scope: 'generate',
    label: 'Generate',
    note: 'Process videos and generate films. Spends credits.',
    appNote: 'Process videos, generate films and send them to your channel. Spends credits.',
  },
];

export const scopeName = (scope: Scope): string =>
  SCOPE_WORDS.find((words) => words.scope === scope)?.label ?? scope;
