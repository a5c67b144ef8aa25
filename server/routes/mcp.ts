import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance } from 'fastify';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Signer } from '#core/storage/signing.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { createMcpServer } from '../mcp/create-server.ts';
import { answerPreflight } from '../plugins/any-origin.ts';
import { requireKey } from '../plugins/session.ts';
import { RESOURCE_METADATA_PATH } from '../services/oauth/metadata.ts';

const PATH = '/mcp';
const CONFIG = { rate: 'general', anyOrigin: true } as const;
/** The headers of a request that the transport reads. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/**
 * The Model Context Protocol for agents: streamable HTTP without sessions, so any node answers any request.
 * Every response is JSON, since no tool sends messages before its result.
 */
export async function mcpRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { publicUrl } = backend.config;
  const requireToken = requireKey(`${publicUrl}${RESOURCE_METADATA_PATH}${PATH}`);

  app.post(
    PATH,
    { onRequest: requireToken, config: CONFIG, schema: { hide: true } },
    async (request, reply) => {
      const key = request.key!;
      if (Array.isArray(request.body)) {
        throw new AppError('bad_request', 'Send one message in each request.');
      }
      const caller = {
        userId: key.userId,
        keyId: key.id,
        signer: signer.of(key.id),
        signal: goneSignal(reply),
      };
      const server = createMcpServer({ backend, caller, scopes: key.scopes! }, async (tool, run) => {
        if (tool.rate) await app.countCall(tool.rate, key);
        return tool.isReading || tool.lasts ? run() : app.inTurn(key.userId, run);
      });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        const headers = READ_HEADERS.flatMap((name): [string, string][] => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        const received = new Request(new URL(PATH, publicUrl), { method: 'POST', headers });
        const answer = await transport.handleRequest(received, { parsedBody: request.body });
        reply.code(answer.status);
        const type = answer.headers.get('content-type');
        if (type) reply.type(type);
        return await reply.header('cache-control', 'no-store').send(await answer.text());
      } finally {
        await server.close();
      }
    },
  );

  answerPreflight(app, PATH, 'POST, GET, DELETE');

  // Neither a stream of server messages nor sessions exist.
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    config: CONFIG,
    schema: { hide: true },
    handler: async (request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send({ code: 'method_not_allowed', message: 'Send a POST.', requestId: request.id }),
  });
}
