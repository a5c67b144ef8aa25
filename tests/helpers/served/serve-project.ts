import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import type { Section, SectionUpdate, SectionWords } from '#contract/sections.ts';
import { answer, failure } from '../components/answers.ts';
import { openApp } from '../components/open-app.tsx';
import { makePlan, makeProject } from './project.ts';
import { push } from '../components/socket.ts';

/** A project and the calls of its screens. */
export interface ServedProject {
  /** The project as the next response contains it. */
  current: () => Project;
  section: (index: number) => Section;
  /** Changes the project and, like an edit in another tab, pushes `project.changed`. */
  change: (change: (project: Project) => Project) => Promise<void>;
  /** Changes the project without an event, like a call's own response. */
  set: (change: (project: Project) => Project) => void;
}

/**
 * Answers the calls that read one project, and `updateSection`, which changes its section. Contract tests
 * cover the other effects of edits on the server, so a test answers other calls itself.
 */
export function serveProject(
  project: Project = makeProject(),
  wordsOf: (section: Section) => SectionWords = () => ({ words: [], cutWords: [], heard: [] }),
): ServedProject {
  let current = project;
  const set = (change: (project: Project) => Project): void => void (current = change(current));
  const find = (id: string): Section | undefined => current.sections.find((section) => section.id === id);

  answer(calls.readProject, ({ params }) =>
    params.id === current.id ? current : (failure(404, 'There is no such project.') as never),
  );
  answer(calls.readClips, () =>
    current.sections.map((section) => ({
      ...section,
      videoTitle: section.video.title,
      videoThumbnail: section.video.thumbnail,
      videoChannel: section.video.channel,
    })),
  );
  answer(calls.compareSections, { repeats: [], relevance: [] });
  answer(calls.readGenerationPlan, makePlan(current));
  answer(calls.listVoices, []);
  answer(calls.readWords, ({ params }) => wordsOf(find(params.id)!));
  answer(calls.updateSection, ({ params, body }) => {
    const updated = applyUpdate(find(params.id)!, body);
    set((current) => ({
      ...current,
      sections: current.sections.map((section) => (section.id === updated.id ? updated : section)),
    }));
    return updated;
  });
  return {
    current: () => current,
    section: (index) => current.sections[index]!,
    set,
    change: async (change) => {
      set(change);
      await push('project.changed', { projectId: current.id });
    },
  };
}

function applyUpdate(section: Section, update: SectionUpdate): Section {
  const updated = { ...section, ...update, changed: true };
  const duration = updated.endTime - updated.startTime;
  return { ...updated, duration, effectiveDuration: duration / updated.speed };
}

/** Opens the editor of a served project. */
export async function openEditor(...served: Parameters<typeof serveProject>): Promise<ServedProject> {
  const project = serveProject(...served);
  await openApp(`/?project=${project.current().id}&stage=edit`);
  return project;
}
