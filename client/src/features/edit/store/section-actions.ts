import * as calls from '#contract/calls/index.ts';
import type { Section, SectionCreate, SectionUpdate } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import { affectedSection } from '../section/affected.ts';
import { canSplit, hasRange, spanOf } from '../section/ranges.ts';
import { EditorActions } from './history.ts';
import { selectAfterEdit, selectedSection } from './state.ts';

const RESET_FAILED = { title: 'Reset Failed', fallback: 'Failed to reset clips. Please try again.' };

/** Actions that add, remove or change whole sections. */
export class Sections extends EditorActions {
  /** Adds a custom section. Returns whether it succeeded. */
  async add(body: SectionCreate, key: string): Promise<boolean> {
    const { projectId, language } = this.store.getState();
    let added: string | null = null;
    const add = async (): Promise<void> => {
      const { id } = await call(calls.createSection, {
        params: { id: projectId },
        query: { language },
        body,
        idempotencyKey: key,
      });
      added = id;
      toast({ title: 'Section Added', description: body.title, action: this.history.undoAction() });
    };
    await this.changes.run(add, {
      title: 'Add Section Failed',
      description: 'Failed to add the new section. Please try again.',
    });
    if (added) this.store.setState({ selectedId: added });
    return added !== null;
  }

  /** Saves the section's draft, then the dialog's changes. Returns whether both were saved. */
  async update(id: string, patch: SectionUpdate): Promise<boolean> {
    if (!(await this.saver.save(id))) return false;
    const update = async (): Promise<void> => {
      const { language } = this.store.getState();
      await call(calls.updateSection, { params: { id }, query: { language }, body: patch });
      toast({
        title: 'Section Updated',
        description: 'Your changes are saved.',
        action: this.history.undoAction(),
      });
    };
    return this.changes.run(update, {
      title: 'Update Failed',
      description: 'Failed to update the section. Please try again.',
    });
  }

  /**
   * Deletes sections, visibly before the server answers. Selects the row in place of the first one, and
   * returns its ID so that it can be focused.
   */
  remove(ids: string[]): string | null {
    const { sections, selectedId, checked } = this.store.getState();
    const removed = new Set(ids);
    const deleted = sections.filter(({ id }) => removed.has(id));
    const [first] = deleted;
    if (!first) return null;
    const rest = sections.filter(({ id }) => !removed.has(id));
    const next = rest[Math.min(sections.indexOf(first), rest.length - 1)]?.id ?? null;
    this.store.setState({
      sections: rest,
      selectedId: selectedId !== null && removed.has(selectedId) ? next : selectedId,
      checked: checked.filter((id) => !removed.has(id)),
    });
    const remove = async (): Promise<void> => {
      try {
        // Drafts are saved before the deletion, so that they can be restored too.
        await Promise.all(deleted.map(({ id }) => this.saver.save(id)));
        await this.#sendRemoval(deleted.map(({ id }) => id));
      } catch (error) {
        this.store.setState({ sections });
        throw error;
      }
      toast({
        title: deleted.length === 1 ? 'Section Removed' : 'Sections Removed',
        description:
          deleted.length === 1 ? first.title : `${deleted.length} sections can be restored for 30 days.`,
        action: this.history.undoAction(),
      });
    };
    void this.changes.run(remove, {
      title: 'Error',
      description: 'Failed to remove section. Please try again.',
    });
    return next;
  }

  #sendRemoval(ids: string[]): Promise<void> {
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) return call(calls.deleteSection, { params: { id } });
    const { projectId } = this.store.getState();
    return call(calls.deleteSections, { params: { id: projectId }, body: { sectionIds: ids } });
  }

  /** Applies this section's transition to every join, as one edit. */
  async setAllTransitions({ transition, transitionSeconds }: Section): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const { projectId } = this.store.getState();
    const send = async (): Promise<void> => {
      await call(calls.setTransitions, {
        params: { id: projectId },
        body: { transition, transitionSeconds },
      });
      toast({
        title: 'Transitions Changed',
        description: 'Applied to every cut.',
        action: this.history.undoAction(),
      });
    };
    await this.changes.run(send, {
      title: 'Update Failed',
      fallback: 'Could not change the transitions. Please try again.',
    });
  }

  /** Restores a deleted section. Unlike Undo, this does not depend on later edits. */
  async restore({ id, title }: { id: string; title: string }): Promise<void> {
    const restore = async (): Promise<void> => {
      const { language } = this.store.getState();
      await call(calls.restoreSection, { params: { id }, query: { language } });
      announce(`${title} is back`);
    };
    await this.changes.run(restore, {
      title: 'Restore Failed',
      fallback: 'Could not restore the section.',
    });
    if (this.store.getState().sections.some((section) => section.id === id))
      this.store.setState({ selectedId: id });
  }

  /** Splits the selected section at a time of its video, in seconds, if both parts are long enough. */
  splitAt(time: number): void {
    const section = selectedSection(this.store.getState());
    if (!section || !hasRange(section)) return;
    if (canSplit(spanOf(section), time)) void this.#split(section.id, time);
    else
      toast({ title: 'Cannot Split Here', description: 'Move the playhead to the middle of the section.' });
  }

  /** Splits a section and selects the second part. */
  async #split(id: string, at: number): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const select = selectAfterEdit(this.store);
    let second: Section | undefined;
    const split = async (): Promise<void> => {
      const { language } = this.store.getState();
      const sections = await call(calls.splitSection, { params: { id }, query: { language }, body: { at } });
      second = sections[sections.findIndex((section) => section.id === id) + 1];
      toast({ title: 'Section Split', description: second?.title, action: this.history.undoAction() });
    };
    await this.changes.run(split, {
      title: 'Split Failed',
      fallback: 'Could not split the section. Please try again.',
    });
    if (second) select(second.id);
  }

  /** Saves all drafts, copies a section and selects the copy, which follows it. */
  async duplicate(id: string): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const select = selectAfterEdit(this.store);
    let copy: Section | undefined;
    const duplicate = async (): Promise<void> => {
      const { language } = this.store.getState();
      const sections = await call(calls.duplicateSection, { params: { id }, query: { language } });
      copy = sections[sections.findIndex((section) => section.id === id) + 1];
      toast({ title: 'Section Duplicated', description: copy?.title, action: this.history.undoAction() });
    };
    await this.changes.run(duplicate, {
      title: 'Duplicate Failed',
      fallback: 'Could not duplicate the section. Please try again.',
    });
    if (copy) select(copy.id);
  }

  /**
   * Saves all drafts and copies sections to another project. Returns whether it succeeded; `report` receives
   * a failure.
   */
  async copyTo(
    to: { id: string; title: string },
    { sectionIds, key }: { sectionIds: string[]; key: string },
    report: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.saver.saveAll())) return false;
    let done = false;
    const copy = async (): Promise<void> => {
      const { copied } = await call(calls.copySections, {
        params: { id: this.store.getState().projectId },
        body: { sectionIds, projectId: to.id },
        idempotencyKey: key,
      });
      done = true;
      projectChanged(to.id);
      toast({
        title: copied === 1 ? 'Section Copied' : 'Sections Copied',
        description: `${copied} ${plural(copied, 'section')} added to “${to.title}”. You can undo this in that project.`,
      });
    };
    await attempt(copy, { report, fallback: 'Could not copy the sections. Please try again.' });
    return done;
  }

  /** Resets one section. If it was split, its parts are joined again. */
  async reset({ id, title }: Section): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const before = this.store.getState().sections;
    const select = selectAfterEdit(this.store);
    const reset = async (): Promise<void> => {
      const { language } = this.store.getState();
      await call(calls.resetSection, { params: { id }, query: { language } });
      toast({
        title: 'Clips Reset',
        description: `${title} is back to its original state.`,
        action: this.history.undoAction(),
      });
    };
    const whole = (await this.changes.run(reset, RESET_FAILED))
      ? affectedSection(before, this.store.getState().sections)
      : null;
    if (whole) select(whole);
  }

  /** Resets all analysed sections to their original state (product.md 4.62). */
  async resetAll(): Promise<void> {
    if (!(await this.saver.saveAll())) return;
    const { projectId, language } = this.store.getState();
    const reset = async (): Promise<void> => {
      await call(calls.resetSections, { params: { id: projectId }, query: { language } });
      toast({
        title: 'Clips Reset',
        description: 'Every section is back to its original state.',
        action: this.history.undoAction(),
      });
    };
    await this.changes.run(reset, RESET_FAILED);
  }
}
