import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

/** A tool's result: its facts, its frames as JPEG, and whether the tool refused. */
export interface ToolResult<Facts> {
  facts: Facts;
  frames: { label: string; jpeg: Buffer }[];
  isError: boolean;
}

/** Lets an API listen on a port of this machine. Returns its URL. */
export async function listen(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Connects an agent by the SDK's client with an API key, until the test ends. */
export async function connectAgent(app: FastifyInstance, headers: { authorization: string }) {
  const client = new Client({ name: 'test-agent', version: '1.0.0' });
  const url = new URL('/mcp', await listen(app));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use<Facts>(name: string, input: object = {}): Promise<ToolResult<Facts>> {
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
      const [first, ...rest] = result.content as Content[];
      const frames = rest.flatMap((item, index) => {
        const label = rest[index - 1];
        return item.type === 'image' && label?.type === 'text'
          ? [{ label: label.text, jpeg: Buffer.from(item.data, 'base64') }]
          : [];
      });
      const text = first?.type === 'text' ? first.text : '';
      const facts = (text.startsWith('{') ? JSON.parse(text) : { message: text }) as Facts;
      return { facts, frames, isError: result.isError === true };
    },
  };
}
