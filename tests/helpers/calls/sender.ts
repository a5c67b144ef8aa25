import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createUser } from '../data/user.ts';
import { createProject } from '../data/project.ts';
import type { FastifyInstance } from 'fastify';
import type { Backend } from '#core/backend.ts';

/** A user of the test's own with a project, and the calls with which a page uploads a file to it. */
export async function openSender(backend: Backend, app: FastifyInstance) {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const open = (body: object = {}, cookie = user.cookie) =>
    app.inject({
      method: 'POST',
      url: '/api/objects/upload',
      headers: { cookie },
      payload: { projectId, fileName: 'a film.mp4', ...body },
    });

  async function link(body: object = {}): Promise<{ id: string; url: string }> {
    const { objectPath, uploadURL } = (await open(body)).json();
    return { id: objectPath.slice('/objects/'.length), url: uploadURL };
  }

  /** Returns every upload file that is on the disk now: partial ones, and those of this object. */
  async function filesOf(id: string): Promise<string[]> {
    const half = (await readdir(`${backend.config.partialDir}/${user.id}`).catch(() => [])).filter((name) =>
      name.startsWith(id),
    );
    const stored = await readdir(`${backend.config.objectsDir}/uploads/${id}`).catch(() => []);
    return [...half, ...stored];
  }

  return {
    user,
    open,
    link,
    filesOf,
    /** Sends bytes to the signed link for them. */
    put: (url: string, payload: Buffer | Readable, headers: Record<string, string> = {}) =>
      app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'video/mp4', ...headers } }),
    rowOf: (id: string) =>
      backend.db.selectFrom('objects').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
