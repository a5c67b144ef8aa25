import * as calls from '#contract/calls/index.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { FilmStyle } from '#contract/film-styles.ts';
import type { ProposalAccept } from '#contract/proposals.ts';
import type { MusicSettings } from '#contract/music.ts';
import type { VersionRestored } from '#contract/versions.ts';
import { call } from '../../../lib/api/api.ts';
import type { Problem } from '../../../lib/api/attempt.ts';
import { dismissOffers, toast } from '../../../lib/toast.ts';
import { EditorActions } from './history.ts';

export class OptionEdits extends EditorActions {
  /** Resolves when the calls of earlier choices have ended. */
  #earlier: Promise<unknown> = Promise.resolve();

  /** Applies a style to the film. */
  apply({ id, name }: FilmStyle): void {
    const apply = async (): Promise<void> => {
      await call(calls.applyFilmStyle, { ...this.#film, body: { style: id } });
      toast({ title: 'Style Applied', description: name, action: this.history.undoAction() });
    };
    void this.changes.run(() => this.#inOrder(apply), {
      title: 'Update Failed',
      fallback: 'Could not apply this style. Please try again.',
    });
  }

  /** Changes options of the film, visibly before the server answers. */
  choose(chosen: FilmChoices): void {
    this.store.setState(({ choices }) => ({ choices: { ...choices, ...chosen } }));
    // A toast's offer to undo no longer concerns the last edit.
    dismissOffers('Undo', 'Redo');
    void this.changes.run(
      () => this.#inOrder(() => call(calls.chooseForFilm, { ...this.#film, body: chosen })),
      {
        title: 'Update Failed',
        fallback: 'Could not change the film options. Please try again.',
      },
    );
  }

  /**
   * Sends one call after another. Concurrent calls could arrive in another order, and the latest choice of
   * an option must win.
   */
  #inOrder(send: () => Promise<unknown>): Promise<void> {
    const earlier = this.#earlier;
    const sent = (async () => {
      await this.saver.saveEarlier();
      await earlier;
      await send();
    })();
    this.#earlier = sent.catch(() => undefined);
    return sent;
  }

  get #film() {
    const { projectId, language } = this.store.getState();
    return { params: { id: projectId }, query: { language } };
  }
}

export class MusicEdits extends EditorActions {
  /** The changes since the pending call. */
  #next: Partial<MusicSettings> = {};
  #isSending = false;

  /** Sends a request that gives the film its music. Returns whether it succeeded; a failure is passed to `report`. */
  async use(
    send: (params: { id: string }) => Promise<unknown>,
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    const use = async (): Promise<void> => {
      await this.saver.saveEarlier();
      await send(this.#project);
      toast({
        title: 'Music Added',
        description: 'It plays under the whole film.',
        action: this.history.undoAction(),
      });
    };
    return this.changes.run(use, {
      report,
      fallback: 'Could not add the music. Please try again.',
    });
  }

  /**
   * Changes the music's settings, visibly before the server answers. One call at a time contains all changes
   * made during the previous one.
   */
  set(settings: Partial<MusicSettings>): void {
    this.store.setState(({ music }) => ({ music: music && { ...music, ...settings } }));
    this.#next = { ...this.#next, ...settings };
    if (this.#isSending) return;
    this.#isSending = true;
    void this.changes.run(
      async () => {
        try {
          await this.saver.saveEarlier();
          while (Object.keys(this.#next).length > 0) {
            const body = this.#next;
            this.#next = {};
            await call(calls.setMusic, { params: this.#project, body });
          }
        } finally {
          this.#next = {};
          this.#isSending = false;
        }
      },
      { title: 'Update Failed', fallback: 'Could not change the music. Please try again.' },
    );
  }

  async remove(): Promise<void> {
    const remove = async (): Promise<void> => {
      await this.saver.saveEarlier();
      const { music } = this.store.getState();
      await call(calls.removeMusic, { params: this.#project });
      toast({
        title: 'Music Removed',
        description: music?.title ?? '',
        action: this.history.undoAction(),
      });
    };
    await this.changes.run(remove, {
      title: 'Remove Failed',
      fallback: 'Could not remove the music. Please try again.',
    });
  }

  get #project(): { id: string } {
    return { id: this.store.getState().projectId };
  }
}

/** Restores versions of the project's films, and decides about proposed ones. */
export class Versions extends EditorActions {
  /**
   * Restores the sections and options of a version. `sectionIds` are the sections that the page showed
   * before.
   * @returns `undefined` if it failed, which was reported
   */
  async restore(
    { id, number }: { id: string; number: number },
    sectionIds: string[],
  ): Promise<VersionRestored | undefined> {
    let restored: VersionRestored | undefined;
    const restore = async (): Promise<void> => {
      const params = { id: this.store.getState().projectId, versionId: id };
      restored = await call(calls.restoreVersion, { params, body: { sectionIds } });
      toast({
        title: `Version ${number} Restored`,
        description: restored.changed
          ? 'Sections and options are restored. You can undo this.'
          : 'Sections and options were already the same.',
        ...(restored.changed && { action: this.history.undoAction() }),
      });
    };
    await this.changes.run(restore, {
      title: 'Restore Failed',
      fallback: 'Could not restore this version. Please try again.',
    });
    return restored;
  }

  /**
   * Accepts a proposal for these sections, and for the title and the options if `film` is `true`. Returns whether it
   * succeeded; a failure was reported.
   */
  accept(proposalId: string, body: ProposalAccept): Promise<boolean> {
    const accept = async (): Promise<void> => {
      const params = { id: this.store.getState().projectId, proposalId };
      const { accepted, stale, film } = await call(calls.acceptProposal, { params, body });
      const applied = accepted.length + (film === 'accepted' ? 1 : 0);
      const all = accepted.length + stale.length + (film === null ? 0 : 1);
      toast({
        title: 'Proposal Accepted',
        description: `${applied} of ${all} changes are applied. You can undo this.`,
        action: this.history.undoAction(),
      });
    };
    return this.changes.run(accept, {
      title: 'Proposal Not Accepted',
      fallback: 'Could not apply this proposal. Please try again.',
    });
  }
}
