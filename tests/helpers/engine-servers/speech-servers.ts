import { type Answer, startFakeServer } from '../outside/fake-server.ts';

const LEVEL = 8000;
/** A voice's duration per letter, and the longest tone, in ms. */
const MS_PER_LETTER = 60;
const LONGEST_MS = 4000;

/** Returns 16 bit samples of a tone as long as speaking the text would take. */
function toneFor(text: string, { sampleRate, hertz }: { sampleRate: number; hertz: number }): Buffer {
  const ms = Math.min(LONGEST_MS, text.length * MS_PER_LETTER);
  const samples = Buffer.alloc(Math.round((sampleRate * ms) / 1000) * 2);
  for (let i = 0; i < samples.length / 2; i += 1) {
    samples.writeInt16LE(Math.round(LEVEL * Math.sin((2 * Math.PI * hertz * i) / sampleRate)), i * 2);
  }
  return samples;
}

/** The longest text of a model's request, in characters. */
const MODELS: Record<string, number> = { eleven_multilingual_v2: 10_000, eleven_v3: 5000 };
const refuseAsElevenLabs = (code: number, status: string, message: string): Answer => ({
  status: code,
  body: { detail: { status, message } },
});

/** Implements ElevenLabs' protocol for speech. Each voice is a tone of its own. */
export async function startElevenLabs({ apiKey, voices }: { apiKey: string; voices: string[] }) {
  return startFakeServer(({ method, path, headers, body }) => {
    const key = headers['xi-api-key'];
    if (key !== apiKey) return refuseAsElevenLabs(401, 'invalid_api_key', `Invalid API key: ${key}`);
    if (method === 'GET' && path === '/v1/models') {
      return { body: Object.keys(MODELS).map((id) => ({ model_id: id, can_do_text_to_speech: true })) };
    }
    const [, voice = ''] = /^\/v1\/text-to-speech\/([^/?]+)\?output_format=pcm_22050$/.exec(path) ?? [];
    if (method !== 'POST' || voice === '') return refuseAsElevenLabs(404, 'not_found', 'Not Found');
    if (!voices.includes(voice))
      return refuseAsElevenLabs(404, 'voice_not_found', `A voice ${voice} was not found.`);
    const { text, model_id: model, voice_settings: settings } = JSON.parse(body.toString());
    const speed = settings?.speed ?? 1;
    if (speed < 0.7 || speed > 1.2)
      return refuseAsElevenLabs(422, 'invalid_speed', 'speed must be 0.7 to 1.2');
    if (text.length > (MODELS[model] ?? 0))
      return refuseAsElevenLabs(400, 'max_character_limit_exceeded', 'Too long.');
    const sound = toneFor(text, { sampleRate: 22_050, hertz: 200 + 100 * voices.indexOf(voice) });
    return { headers: { 'content-type': 'audio/pcm' }, body: sound };
  });
}

const SAMPLE_RATE = 24_000;
const refuseAsOpenAi = (status: number, message: string): Answer => ({
  status,
  body: { error: { message } },
});

/** Implements the speech part of OpenAI's protocol. Each voice is a tone of its own. */
export async function startSpeechServer({
  apiKey,
  model,
  voices,
}: {
  apiKey: string;
  model: string;
  voices: string[];
}) {
  const server = await startFakeServer(({ method, path, headers, body }) => {
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return refuseAsOpenAi(401, `Incorrect API key provided: ${headers.authorization}.`);
    }
    if (method === 'GET' && path === '/v1/models') return { body: { object: 'list', data: [{ id: model }] } };
    if (method !== 'POST' || path !== '/v1/audio/speech')
      return refuseAsOpenAi(404, `Unknown request URL: ${path}.`);
    const requestBody = JSON.parse(body.toString());
    if (requestBody.model !== model)
      return refuseAsOpenAi(404, `The model ${requestBody.model} does not exist.`);
    if (!voices.includes(requestBody.voice))
      return refuseAsOpenAi(400, `voice must be one of ${voices.join(', ')}`);
    if (
      typeof requestBody.input !== 'string' ||
      requestBody.input === '' ||
      requestBody.input.length > 4096
    ) {
      return refuseAsOpenAi(400, 'input should have 1 to 4096 characters');
    }
    if (requestBody.response_format !== 'wav' || !(requestBody.speed >= 0.25 && requestBody.speed <= 4)) {
      return refuseAsOpenAi(400, 'response_format or speed is out of range');
    }
    const hertz = 200 + 100 * voices.indexOf(requestBody.voice);
    const sound = toneFor(requestBody.input, { sampleRate: SAMPLE_RATE, hertz });
    return { headers: { 'content-type': 'audio/wav' }, body: Buffer.concat([streamHeader(), sound]) };
  });
  return { ...server, base: `${server.url}/v1` };
}

/** Returns a stream's header with unknown lengths. */
function streamHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 0, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return header;
}
