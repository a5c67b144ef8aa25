import {
  deletedProjectSchema,
  type Project,
  projectSchema,
  projectSummarySchema,
} from '#contract/projects.ts';
import { createUser } from '../data/user.ts';
import { createProject } from '../data/project.ts';
import type { FastifyInstance } from 'fastify';
import type { Backend } from '#core/backend.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Users of an installation and their projects, as My Videos shows them. */
export function openMyVideos(backend: Backend, app: FastifyInstance) {
  const { db } = backend;

  /** Creates a user of the test's own with its calls. */
  async function signedIn(options?: { packs: number[] }) {
    const user = await createUser(backend, options);
    const call = (method: Method, url: string, payload?: object) =>
      app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });
    const list = async (query = '') =>
      projectSummarySchema.array().parse((await call('GET', `/api/user/videos${query}`)).json());
    const titles = async (query = '') => (await list(query)).map((project) => project.title);
    const read = async (id: string): Promise<Project> =>
      projectSchema.parse((await call('GET', `/api/projects/${id}`)).json());
    const deleted = async () =>
      deletedProjectSchema.array().parse((await call('GET', '/api/user/videos/deleted')).json());
    return { ...user, call, list, titles, read, deleted };
  }

  /** Creates a project with this title, made this many days ago. */
  async function createTitled(
    userId: string,
    title: string,
    { daysAgo = 0, sections = 1, description = '' } = {},
  ): Promise<string> {
    const { projectId } = await createProject(backend, userId, { sections });
    const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
    await db
      .updateTable('projects')
      .set({ title, description, createdAt })
      .where('id', '=', projectId)
      .execute();
    return projectId;
  }

  async function insertRun(
    userId: string,
    projectId: string,
    kind: 'processing' | 'generation' | 'preparation',
    status: string,
    createdAt = new Date(),
  ): Promise<void> {
    const ended = status !== 'running';
    await db
      .insertInto('runs')
      .values({
        kind,
        projectId,
        userId,
        status,
        createdAt,
        finishedAt: ended ? createdAt : null,
      })
      .execute();
  }

  return { signedIn, createTitled, insertRun };
}
