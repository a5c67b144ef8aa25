import type { Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { SpokenLanguage } from '#contract/primitives.ts';
import type { Word } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { takeRun } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import type { Changes } from './change.ts';
import type { History } from './history.ts';
import type { Saver } from './saver.ts';
import type { EditorStore } from './state.ts';

/** Actions on the transcripts and texts of sections. */
export class Words {
  readonly #store: EditorStore;
  readonly #saver: Saver;
  readonly #changes: Changes;
  readonly #history: History;

  constructor(store: EditorStore, saver: Saver, changes: Changes, history: History) {
    this.#store = store;
    this.#saver = saver;
    this.#changes = changes;
    this.#history = history;
  }

  /**
   * Imports a subtitle file as the transcript or a translation. Returns whether it succeeded; `tell` reports
   * a failure in the dialog.
   */
  async importSubtitles(
    id: string,
    { name, ...body }: Sent<typeof calls.importSubtitles>['body'] & { name: string },
    tell: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.#saver.saveAll())) return false;
    const bring = async (): Promise<void> => {
      const { sections, outside, unreadable } = await call(calls.importSubtitles, { params: { id }, body });
      const beside =
        outside > 0 ? ` ${outside} ${plural(outside, 'subtitle')} skipped: outside these sections.` : '';
      const broken =
        unreadable > 0 ? ` ${unreadable} ${plural(unreadable, 'subtitle')} skipped: invalid times.` : '';
      toast({
        title: 'Subtitles Imported',
        description: `Updated ${sections} ${plural(sections, 'section')} with the ${body.translation ? 'translation' : 'transcript'} from ${name}.${beside}${broken}`,
        action: this.#history.undoAction(),
      });
    };
    return this.#changes.run(bring, {
      tell,
      fallback: 'The subtitles could not be imported. Please try again.',
    });
  }

  /** Confirms that a withheld word is said, so that captions, narrations and exports have it. */
  async confirm(id: string, { start, text }: Word): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    const confirm = async (): Promise<void> => {
      await call(calls.confirmWord, { params: { id }, body: { start, text } });
      toast({
        title: 'Word Confirmed',
        description: `Captions, narrations and exports now include “${text}”.`,
        action: this.#history.undoAction(),
      });
    };
    await this.#changes.run(confirm, {
      title: 'Update Failed',
      fallback: 'The word could not be confirmed. Please try again.',
    });
  }

  /** Renames who speaks in the section's video. True when done; `tell` says in the dialog why it was not. */
  async renameSpeaker(
    id: string,
    body: Sent<typeof calls.renameSpeaker>['body'],
    tell: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.#saver.saveAll())) return false;
    const rename = async (): Promise<void> => {
      const { sections } = await call(calls.renameSpeaker, { params: { id }, body });
      toast({
        title: 'Speaker Renamed',
        description: `${body.speaker} is ${body.name} in ${sections} ${plural(sections, 'section')}.`,
        action: this.#history.undoAction(),
      });
    };
    return this.#changes.run(rename, {
      tell,
      fallback: 'The speaker could not be renamed. Please try again.',
    });
  }

  /**
   * Has the section's video transcribed again. Returns whether that began; `tell` reports a failure in the
   * dialog.
   */
  async hearAgain(id: string, spoken: SpokenLanguage, tell: (problem: Problem) => void): Promise<boolean> {
    // What was typed last counts as edited.
    if (!(await this.#saver.saveAll())) return false;
    const start = async (): Promise<void> => {
      takeRun(await call(calls.hearAgain, { params: { id }, body: { spoken } }));
      projectChanged(this.#store.getState().projectId);
    };
    return attempt(start, { tell, fallback: 'Could not transcribe the video. Please try again.' });
  }

  /** Writes the cuts of sections as one edit. True when done; `tell` says in the dialog why it was not. */
  async cut(
    sections: Sent<typeof calls.cutSections>['body']['sections'],
    said: string,
    tell: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.#saver.saveAll())) return false;
    const cut = async (): Promise<void> => {
      const { projectId } = this.#store.getState();
      await call(calls.cutSections, { params: { id: projectId }, body: { sections } });
      toast({ title: 'Sections Cut', description: said, action: this.#history.undoAction() });
    };
    return this.#changes.run(cut, { tell, fallback: 'The sections could not be cut. Please try again.' });
  }

  /** Replaces what is found, in one place or all, as one edit. True when done; `tell` says why it was not. */
  async replaceText(
    body: Sent<typeof calls.replaceText>['body'],
    tell: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.#saver.saveAll())) return false;
    const replace = async (): Promise<void> => {
      const { projectId, language } = this.#store.getState();
      const { replaced, sections } = await call(calls.replaceText, {
        params: { id: projectId },
        query: { language },
        body,
      });
      const description = `Replaced ${replaced} in ${sections} ${plural(sections, 'section')}.`;
      toast({ title: 'Text Replaced', description, action: this.#history.undoAction() });
    };
    return this.#changes.run(replace, { tell, fallback: 'Nothing was replaced. Please try again.' });
  }
}
