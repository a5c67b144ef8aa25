import type { Answer } from '#contract/calls/define-call.ts';
import type * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import type { ProposalSummary } from '#contract/proposals.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';

export type Tone = 'info' | 'warn' | 'danger';

/**
 * A notice of the editor about a project. Its key contains the contents, so that changed contents make a new
 * notice.
 */
export type EditorNotice = { key: string; tone: Tone } & (
  | { kind: 'film'; run: Run }
  | { kind: 'videos' | 'draft' }
  | { kind: 'written'; count: number }
  | { kind: 'undrawable' | 'analysis'; text: string }
  | { kind: 'translate'; texts: number; titles: number }
  | { kind: 'unrecorded'; sections: Section[] }
  | { kind: 'proposal'; proposal: ProposalSummary }
);

export interface NoticeSources {
  project: Project;
  /** The last film's run, if it failed. */
  failed: Run | null;
  plan: Answer<typeof calls.readGenerationPlan> | undefined;
  /** Whether texts are being translated. */
  translating: boolean;
  /**
   * The sections that the film preview plays without their narration; empty while they are being recorded.
   */
  unrecorded: Section[];
}

/**
 * Returns the notices, the most important first: failures, proposed edits, the reasons of a draft, what is
 * missing, then suggestions.
 */
export function noticesOf(sources: NoticeSources): EditorNotice[] {
  const { project, failed, plan, translating, unrecorded } = sources;
  const { failedVideos, draft } = project;
  const notices: EditorNotice[] = [];
  if (failed) notices.push({ kind: 'film', key: `film ${failed.id}`, tone: 'danger', run: failed });
  if (failedVideos.length > 0) {
    const reasons = failedVideos.map(({ id, message }) => `${id} ${message}`);
    notices.push({ kind: 'videos', key: `videos ${reasons.join()}`, tone: 'warn' });
  }
  for (const proposal of project.proposals)
    notices.push({ kind: 'proposal', key: `proposal ${proposal.id}`, tone: 'info', proposal });
  if (draft) notices.push({ kind: 'draft', key: `draft ${draft.sentence}`, tone: 'info' });
  const {
    untranslated = 0,
    readAsWritten = 0,
    untranslatedTitles: titles = 0,
  } = translating ? {} : (plan ?? {});
  if (readAsWritten > 0)
    notices.push({ kind: 'written', key: `written ${readAsWritten}`, tone: 'warn', count: readAsWritten });
  if (plan?.undrawable) {
    const text = plan.undrawable;
    notices.push({ kind: 'undrawable', key: `undrawable ${text}`, tone: 'warn', text });
  }
  for (const text of project.notices) {
    notices.push({ kind: 'analysis', key: `analysis ${text}`, tone: 'warn', text });
  }
  const texts = untranslated - readAsWritten;
  if (texts + titles > 0)
    notices.push({ kind: 'translate', key: `translate ${texts} ${titles}`, tone: 'info', texts, titles });
  if (unrecorded.length > 0) {
    const ids = unrecorded.map(({ id }) => id);
    notices.push({ kind: 'unrecorded', key: `unrecorded ${ids.join()}`, tone: 'info', sections: unrecorded });
  }
  return notices;
}
