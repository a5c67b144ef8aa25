import { type Answer, type Received, startFakeServer } from '../outside/fake-server.ts';

const refuse = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

/**
 * Implements the transcription part of OpenAI's protocol. Recognises `text` in every file, or the text for
 * the requested language, as evenly spread words without punctuation.
 */
export async function startTranscriptionServer({
  apiKey,
  model,
  text: spoken,
  language = 'english',
  before,
}: {
  apiKey: string;
  model: string;
  text: string | ((language: string | null) => string);
  language?: string;
  /** Awaited before a request is answered. */
  before?: (sound: File) => Promise<void>;
}) {
  const server = await startFakeServer(async (request) => {
    const { method, path, headers } = request;
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(401, `Incorrect API key provided: ${headers.authorization}.`);
    }
    if (method === 'GET' && path === '/v1/models') return { body: { object: 'list', data: [{ id: model }] } };
    if (method !== 'POST' || path !== '/v1/audio/transcriptions')
      return refuse(404, `Unknown request URL: ${path}.`);
    const form = await formOf(request);
    if (form.get('model') !== model) return refuse(404, `The model ${form.get('model')} does not exist.`);
    if (form.get('response_format') !== 'verbose_json' || form.get('timestamp_granularities[]') !== 'word') {
      return refuse(400, 'timestamp_granularities needs response_format verbose_json.');
    }
    const file = form.get('file');
    if (!(file instanceof File) || !file.name.endsWith('.wav')) return refuse(400, 'Invalid file format.');
    await before?.(file);
    // After a header of 44 bytes: 16,000 samples a second of two bytes.
    const duration = (file.size - 44) / 32_000;
    const text = typeof spoken === 'string' ? spoken : spoken(form.get('language') as string | null);
    const bare = text.replace(/[^\p{L}\p{M}\p{N}\s[\]]/gu, '').split(/\s+/);
    const words = bare.map((word, i) => ({
      word,
      start: (duration * i) / bare.length,
      end: (duration * (i + 0.9)) / bare.length,
    }));
    return { body: { task: 'transcribe', language, duration, text, words } };
  });
  return { ...server, base: `${server.url}/v1` };
}

async function formOf({ headers, body }: Received): Promise<FormData> {
  return new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
}
