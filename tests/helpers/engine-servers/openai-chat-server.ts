import { type Answer, startFakeServer } from '../outside/fake-server.ts';

export interface ChatData {
  texts: string[];
  from?: string;
  to?: string;
}

const refuse = (status: number, message: string): Answer => ({
  status,
  body: { error: { message, type: 'x' } },
});

/**
 * Implements the chat part of OpenAI's protocol, for translations and titles. `contents` are the model's next
 * responses; when they are used up, it follows the prompt.
 */
export async function startChatServer({ apiKey, model }: { apiKey: string; model: string }) {
  const contents: (string | null)[] = [];
  const server = await startFakeServer(({ method, path, headers, body }) => {
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(401, `Incorrect API key provided: ${headers.authorization}.`);
    }
    if (method === 'GET' && path === '/v1/models') return { body: { object: 'list', data: [{ id: model }] } };
    if (method !== 'POST' || path !== '/v1/chat/completions')
      return refuse(404, `Unknown request URL: ${path}.`);
    const requestBody = JSON.parse(body.toString());
    if (requestBody.model !== model) return refuse(404, `The model ${requestBody.model} does not exist.`);
    const { type, json_schema: form } = requestBody.response_format ?? {};
    if (type !== 'json_schema' || form.strict !== true || form.schema.additionalProperties !== false) {
      return refuse(400, "Invalid schema for response_format: 'additionalProperties' must be false.");
    }
    const data = JSON.parse(requestBody.messages.at(-1).content) as ChatData;
    const content = contents.length > 0 ? contents.shift() : JSON.stringify(obey(data));
    return {
      body: {
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content } }],
      },
    };
  });
  return { ...server, base: `${server.url}/v1`, contents };
}

function obey({ texts, to }: ChatData) {
  return to === undefined
    ? { titles: texts.map((_, i) => `A title for section ${i + 1}`) }
    : { translations: texts.map((text) => `«${to}» ${text}`) };
}
