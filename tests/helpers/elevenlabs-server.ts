import { type Answer, startFakeServer } from './fake-server.ts';
import { toneFor } from './tone.ts';

/** Characters that a model takes in one request. */
const MODELS: Record<string, number> = { eleven_multilingual_v2: 10_000, eleven_v3: 5000 };
const refuse = (code: number, status: string, message: string): Answer => ({
  status: code,
  body: { detail: { status, message } },
});

/** ElevenLabs' protocol for speech; each voice is a tone of its own. */
export async function startElevenLabs({ apiKey, voices }: { apiKey: string; voices: string[] }) {
  return startFakeServer(({ method, path, headers, body }) => {
    const key = headers['xi-api-key'];
    if (key !== apiKey) return refuse(401, 'invalid_api_key', `Invalid API key: ${key}`);
    if (method === 'GET' && path === '/v1/models') {
      return { body: Object.keys(MODELS).map((id) => ({ model_id: id, can_do_text_to_speech: true })) };
    }
    const [, voice = ''] = /^\/v1\/text-to-speech\/([^/?]+)\?output_format=pcm_22050$/.exec(path) ?? [];
    if (method !== 'POST' || voice === '') return refuse(404, 'not_found', 'Not Found');
    if (!voices.includes(voice)) return refuse(404, 'voice_not_found', `A voice ${voice} was not found.`);
    const { text, model_id: model, voice_settings: settings } = JSON.parse(body.toString());
    const speed = settings?.speed ?? 1;
    if (speed < 0.7 || speed > 1.2) return refuse(422, 'invalid_speed', 'speed must be 0.7 to 1.2');
    if (text.length > (MODELS[model] ?? 0)) return refuse(400, 'max_character_limit_exceeded', 'Too long.');
    const sound = toneFor(text, { sampleRate: 22_050, hertz: 200 + 100 * voices.indexOf(voice) });
    return { headers: { 'content-type': 'audio/pcm' }, body: sound };
  });
}
