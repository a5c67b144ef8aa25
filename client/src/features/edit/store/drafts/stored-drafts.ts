import type { SectionUpdate } from '#contract/sections.ts';
import { keys } from '../../../../lib/api/queries.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { setUnsent } from '../../../../lib/api/unsent.ts';
import type { Draft } from '../../section/drafts.ts';

/** A change that could not be sent, as this browser stores it. */
export interface StoredDraft {
  draft: Draft;
  /** The server's values that it replaces. */
  base: SectionUpdate;
  title: string;
}
type Stored = Record<string, StoredDraft>;

/** Stores the unsent changes of one editor on this device, so that they survive a reload. */
export class StoredDrafts {
  readonly #name: string;

  constructor(projectId: string, language: string) {
    this.#name = `${projectId}.${language}`;
  }

  /** Returns the stored changes by section. Unreadable ones are ignored. */
  read(): Stored {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Stored;
    } catch {
      return {};
    }
  }

  /** Stores a section's change. Returns `false` if the browser cannot store it. */
  write(id: string, stored: StoredDraft): boolean {
    if (!this.#replace({ ...this.read(), [id]: stored })) return false;
    setUnsent(`${this.#name}.${id}`, true);
    return true;
  }

  forget(ids: string[]): void {
    for (const id of ids) setUnsent(`${this.#name}.${id}`, false);
    const stored = this.read();
    if (!ids.some((id) => id in stored)) return;
    this.#replace(Object.fromEntries(Object.entries(stored).filter(([id]) => !ids.includes(id))));
  }

  #replace(stored: Stored): boolean {
    try {
      if (Object.keys(stored).length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(stored));
      return true;
    } catch {
      // Storage is full or forbidden.
      return false;
    }
  }

  /** The key contains the account, since another account in the same browser must not send the change. */
  get #key(): string {
    return `cutroom.unsent.${queryClient.getQueryData(keys.user)?.id ?? ''}.${this.#name}`;
  }
}
