import { userVideosQuerySchema } from '#contract/projects.ts';
import { listProjects as listAll } from '../../services/projects/list-projects.ts';
import { stillsOfProjects } from '../stills.ts';
import { defineTool } from '../tool.ts';

const MOST_LISTED = 30;

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the projects of the account, newest first, with the state of each and its ID for the other tools.',
  scope: 'read',
  isReading: true,
  input: userVideosQuerySchema,
  async run(context, query) {
    const found = await listAll(context.backend, context.caller, query);
    const shown = found.slice(0, MOST_LISTED);
    return {
      facts: {
        projects: shown.map(({ id, title, status, duration, sectionCount, updatedAt, films }) => ({
          projectId: id,
          title,
          status,
          seconds: duration,
          sections: sectionCount,
          updatedAt,
          filmLanguages: films.map(({ language }) => language),
        })),
        more: found.length - shown.length,
      },
      stills: await stillsOfProjects(context, shown),
    };
  },
});
