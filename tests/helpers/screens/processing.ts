import type { Project } from '#contract/projects.ts';
import { changeAnswer, refuse } from '../page-scene.ts';
import { hold, PROJECT, runOf, type Screen, text } from './screen.ts';

export function processing(projectId: string): Screen[] {
  const path = `/?stage=processing&project=${projectId}`;
  return [
    {
      name: 'processing: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => text(page, 'estimated').waitFor(),
    },
    {
      name: 'processing: full',
      path,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          sections: [],
          processing: runOf('processing', projectId),
        })),
      shown: (page) => text(page, '62%').waitFor(),
    },
    {
      name: 'processing: error',
      path,
      before: (page) => refuse(page, PROJECT, 404),
      shown: (page) => text(page, 'This project does not exist').waitFor(),
    },
  ];
}
