import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { answer } from '../components/answers.ts';
import type { ServedProject } from './serve-project.ts';

type Change = (project: Project) => Project;

/** Returns the project with one of its sections changed. */
export const withSection = (project: Project, id: string, changes: Partial<Section>): Project => ({
  ...project,
  sections: project.sections.map((section) => (section.id === id ? { ...section, ...changes } : section)),
});

/**
 * Answers updates of sections with the additions that `decide` returns for the changed section, such as its
 * voice.
 */
export function answerUpdates(
  { current, set }: ServedProject,
  decide: (section: Section, update: SectionUpdate) => Partial<Section>,
): void {
  answer(calls.updateSection, ({ params, body }) => {
    const section = current().sections.find(({ id }) => id === params.id)!;
    const changes = { ...body, changed: true, ...decide(section, body) };
    set((project) => withSection(project, section.id, changes));
    return { ...section, ...changes };
  });
}

/** Answers reads of the project with sections that differ by language in the fields that `inLanguage` returns. */
export function answerByLanguage(
  { current }: ServedProject,
  inLanguage: (section: Section, language: Language) => Partial<Section>,
): void {
  answer(calls.readProject, ({ query }) => ({
    ...current(),
    sections: current().sections.map((section) => ({ ...section, ...inLanguage(section, query.language) })),
  }));
}

/** Answers Undo with the project that `change` returns, after which Redo is offered. */
export function answerUndo({ set }: ServedProject, done: string, change: Change): void {
  answer(calls.undoEdit, () => {
    set((project) => ({ ...change(project), history: { undo: null, redo: done } }));
    return { done, undo: null, redo: done };
  });
}

/** Answers Redo with the project that `change` returns, after which Undo is offered. */
export function answerRedo({ set }: ServedProject, done: string, change: Change): void {
  answer(calls.redoEdit, () => {
    set((project) => ({ ...change(project), history: { undo: done, redo: null } }));
    return { done, undo: done, redo: null };
  });
}
