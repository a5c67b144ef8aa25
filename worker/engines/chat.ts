import { z } from 'zod';
import { bearer, callJson, type EngineServer, parseJson } from './http.ts';
import { EngineFailedError } from './run-engine.ts';

/** A chat server that speaks OpenAI's protocol. */
export interface ChatOptions {
  /** Up to and with the version, without a slash at its end, e.g. "https://api.openai.com/v1". */
  url: string;
  apiKey?: string | undefined;
  model: string;
}

export interface ChatRequest<T> {
  /** What is to be done: our words alone. */
  task: string;
  /** What it is to be done with, as JSON: words of others, which are never put among ours. */
  data: object;
  /** The only form of answer that is taken. */
  answer: z.ZodType<T>;
  /** Says what is wrong with an answer of that form, or null. */
  faultOf(answer: T): string | null;
  signal?: AbortSignal | undefined;
}

/** An answer that cannot be used may be a whim of the model: it is asked once more. */
const ANSWERS = 2;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

export function chatServer({ url, apiKey }: ChatOptions): EngineServer {
  return { name: 'The chat server', url, apiKey, settings: 'CHAT_URL, CHAT_API_KEY and CHAT_MODEL' };
}

/**
 * Has a chat server do one task on data. It gets no tools, and whatever does not fit the form is refused, so
 * that instructions inside the data can at worst spoil the answer.
 * @throws as callJson; EngineFailedError after two answers that cannot be used.
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
    const given = answer.safeParse(parseJson(completion.choices[0]!.message.content ?? ''));
    const found = given.success ? faultOf(given.data) : 'not of the form that was asked for';
    if (given.success && found === null) return given.data;
    fault = found ?? '';
  }
  throw new EngineFailedError(
    `${server.name} gave no answer that can be used (${fault}): another CHAT_MODEL may do better.`,
  );
}
