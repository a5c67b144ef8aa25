import { userVideosQuerySchema } from '#contract/projects.ts';
import { listProjects as listAll } from '../../services/projects/list-projects.ts';
import { stillsOfProjects } from '../stills.ts';
import { defineTool } from '../tool.ts';

const MAX_LISTED = 30;

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'Lists the projects of the account, newest first, with the state of each and its ID for the other tools.',
  scope: 'read',
  isReading: true,
  input: userVideosQuerySchema,
  async run(context, query) {
    const projects = await listAll(context.backend, context.caller, query);
    const newest = projects.slice(0, MAX_LISTED);
    return {
      facts: {
        projects: newest.map(({ id, title, status, duration, sectionCount, updatedAt, films }) => ({
          projectId: id,
          title,
          status,
          seconds: duration,
          sections: sectionCount,
          updatedAt,
          filmLanguages: films.map(({ language }) => language),
        })),
        more: projects.length - newest.length,
      },
      stills: await stillsOfProjects(context, newest),
    };
  },
});
