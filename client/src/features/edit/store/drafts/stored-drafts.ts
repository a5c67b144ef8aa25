import type { SectionUpdate } from '#contract/sections.ts';
import { keys } from '../../../../lib/api/queries.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { setUnsent } from '../../../../lib/api/unsent.ts';
import type { Draft } from '../../section/drafts.ts';

/** A change that reached no server, as this browser keeps it. */
export interface StoredDraft {
  draft: Draft;
  /** The values that it replaces, as the server had them. */
  base: SectionUpdate;
  /** The title of its section. */
  title: string;
}
type Stored = Record<string, StoredDraft>;

/** Keeps the changes of one editor on this device until they are sent: they survive a reload. */
export class StoredDrafts {
  readonly #name: string;

  constructor(projectId: string, language: string) {
    this.#name = `${projectId}.${language}`;
  }

  /** The stored changes by section; unreadable ones count as none. */
  read(): Stored {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Stored;
    } catch {
      return {};
    }
  }

  /** Stores a section's change. Returns whether this browser could. */
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

  /** Of one account: another one in the same browser must not send it. */
  get #key(): string {
    return `cutroom.unsent.${queryClient.getQueryData(keys.user)?.id ?? ''}.${this.#name}`;
  }
}
