import type { Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { SpokenLanguage } from '#contract/primitives.ts';
import type { Word } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { storeRun } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { EditorActions } from './history.ts';

/** Actions on the transcripts and texts of sections. */
export class Words extends EditorActions {
  /**
   * Imports a subtitle file as the transcript or a translation. Returns whether it succeeded; `report`
   * receives a failure.
   */
  async importSubtitles(
    id: string,
    { name, ...body }: Sent<typeof calls.importSubtitles>['body'] & { name: string },
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.saver.saveAll())) return false;
    const importFile = async (): Promise<void> => {
      const { sections, outside, unreadable } = await call(calls.importSubtitles, { params: { id }, body });
      const skippedText =
        outside > 0 ? ` ${outside} ${plural(outside, 'subtitle')} skipped: outside these sections.` : '';
      const broken =
        unreadable > 0 ? ` ${unreadable} ${plural(unreadable, 'subtitle')} skipped: invalid times.` : '';
      toast({
        title: 'Subtitles Imported',
        description: `Updated ${sections} ${plural(sections, 'section')} with the ${body.translation ? 'translation' : 'transcript'} from ${name}.${skippedText}${broken}`,
        action: this.history.undoAction(),
      });
    };
    return this.changes.run(importFile, {
      report,
      fallback: 'Could not import the subtitles. Please try again.',
    });
  }

  /** Confirms an uncertain word that was withheld, so that captions, narrations and exports include it. */
  async confirm(id: string, { start, text }: Word): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const confirm = async (): Promise<void> => {
      await call(calls.confirmWord, { params: { id }, body: { start, text } });
      toast({
        title: 'Word Confirmed',
        description: `Captions, narrations and exports now include “${text}”.`,
        action: this.history.undoAction(),
      });
    };
    await this.changes.run(confirm, {
      title: 'Update Failed',
      fallback: 'Could not confirm the word. Please try again.',
    });
  }

  /** Renames a speaker of the section's video. Returns whether it succeeded; `report` receives a failure. */
  async renameSpeaker(
    id: string,
    body: Sent<typeof calls.renameSpeaker>['body'],
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.saver.saveAll())) return false;
    const rename = async (): Promise<void> => {
      const { sections } = await call(calls.renameSpeaker, { params: { id }, body });
      toast({
        title: 'Speaker Renamed',
        description: `${body.speaker} is ${body.name} in ${sections} ${plural(sections, 'section')}.`,
        action: this.history.undoAction(),
      });
    };
    return this.changes.run(rename, {
      report,
      fallback: 'Could not rename the speaker. Please try again.',
    });
  }

  /** Starts a new transcription of the section's video. Returns whether it started; `report` receives a failure. */
  async transcribeAgain(
    id: string,
    spoken: SpokenLanguage,
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    // Unsaved text counts as edited.
    if (!(await this.saver.saveAll())) return false;
    const start = async (): Promise<void> => {
      storeRun(await call(calls.hearAgain, { params: { id }, body: { spoken } }));
      projectChanged(this.store.getState().projectId);
    };
    return attempt(start, { report, fallback: 'Could not transcribe the video. Please try again.' });
  }

  /** Sets the cuts of sections as one edit. Returns whether it succeeded; `report` receives a failure. */
  async cut(
    sections: Sent<typeof calls.cutSections>['body']['sections'],
    said: string,
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.saver.saveAll())) return false;
    const cut = async (): Promise<void> => {
      const { projectId } = this.store.getState();
      await call(calls.cutSections, { params: { id: projectId }, body: { sections } });
      toast({ title: 'Sections Cut', description: said, action: this.history.undoAction() });
    };
    return this.changes.run(cut, { report, fallback: 'Could not cut the sections. Please try again.' });
  }

  /** Replaces one match or all matches as one edit. Returns whether it succeeded; `report` receives a failure. */
  async replaceText(
    body: Sent<typeof calls.replaceText>['body'],
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.saver.saveAll())) return false;
    const replace = async (): Promise<void> => {
      const { projectId, language } = this.store.getState();
      const { replaced, sections } = await call(calls.replaceText, {
        params: { id: projectId },
        query: { language },
        body,
      });
      const description = `Replaced ${replaced} in ${sections} ${plural(sections, 'section')}.`;
      toast({ title: 'Text Replaced', description, action: this.history.undoAction() });
    };
    return this.changes.run(replace, { report, fallback: 'Nothing was replaced. Please try again.' });
  }
}
