import type { FastifyInstance } from 'fastify';
import type { DataExport } from '#contract/export.ts';

/** The calls that export and import an account, on an API without a port. */
export function openAccountCalls(app: FastifyInstance) {
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie?: string, payload?: string | object) =>
    app.inject({
      method,
      url,
      headers: {
        ...(cookie && { cookie }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    });
  return {
    call,
    exported: async (person: { cookie: string }): Promise<DataExport> =>
      (await call('GET', '/api/user/export', person.cookie)).json(),
    importing: (person: { cookie: string }, file: unknown) =>
      call('POST', '/api/user/import', person.cookie, typeof file === 'string' ? file : JSON.stringify(file)),
  };
}
