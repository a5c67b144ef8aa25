import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** Sends a file's bytes to a project as the page does; gives its objectPath. */
export async function upload(
  app: FastifyInstance,
  { cookie, projectId, fileName = 'file' }: { cookie: string; projectId: string; fileName?: string },
  bytes: Buffer | string,
): Promise<string> {
  const opened = await app.inject({
    method: 'POST',
    url: '/api/objects/upload',
    headers: { cookie },
    payload: { projectId, fileName },
  });
  const { objectPath, uploadURL } = opened.json() as { objectPath: string; uploadURL: string };
  const sent = await app.inject({
    method: 'PUT',
    url: uploadURL,
    headers: { 'content-type': 'application/octet-stream' },
    payload: typeof bytes === 'string' ? await readFile(bytes) : bytes,
  });
  if (sent.statusCode !== 200) throw new Error(`The file was not taken: ${sent.body}`);
  return objectPath;
}
