import { z } from 'zod';
import { bearer, callJson, type EngineServer, parseJson } from './http.ts';
import { EngineFailedError } from './run-engine.ts';

/** A chat server with OpenAI's protocol. */
export interface ChatOptions {
  /** Including the version, without a trailing slash, e.g. "https://api.openai.com/v1". */
  url: string;
  apiKey?: string | undefined;
  model: string;
}

export interface ChatRequest<T> {
  /** The instructions. They contain only our own text. */
  task: string;
  /** The task's data as JSON: texts of other people, which are never mixed with the instructions. */
  data: object;
  /** The only accepted format of the response. */
  answer: z.ZodType<T>;
  /** Returns the fault of a response in that format, or `null`. */
  faultOf(answer: T): string | null;
  signal?: AbortSignal | undefined;
}

/** How often the model is asked: an unusable response may be a coincidence. */
const ANSWERS = 2;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

export function chatServer({ url, apiKey }: ChatOptions): EngineServer {
  return { name: 'The chat server', url, apiKey, settings: 'CHAT_URL, CHAT_API_KEY and CHAT_MODEL' };
}

/**
 * Lets a chat server do one task on data. It gets no tools, and a response in another format is refused, so
 * that instructions inside the data can at worst spoil the response.
 * @throws like callJson; EngineFailedError after two unusable responses
 */
export async function askChat<T>(options: ChatOptions, request: ChatRequest<T>): Promise<T> {
  const server = chatServer(options);
  const { task, data, answer, faultOf, signal } = request;
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  const body = {
    model: options.model,
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: JSON.stringify(data) },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  };
  let fault = '';
  for (let count = 0; count < ANSWERS; count += 1) {
    const headers = bearer(options.apiKey);
    const completion = await callJson(
      server,
      { path: '/chat/completions', headers, body, signal },
      completionSchema,
    );
    const parsed = answer.safeParse(parseJson(completion.choices[0]!.message.content ?? ''));
    const problem = parsed.success ? faultOf(parsed.data) : 'not in the requested format';
    if (parsed.success && problem === null) return parsed.data;
    fault = problem ?? '';
  }
  throw new EngineFailedError(`${server.name} sent no usable response (${fault}): try another CHAT_MODEL.`);
}
