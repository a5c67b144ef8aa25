import { type Answer, startFakeServer } from './fake-server.ts';
import { toneFor } from './tone.ts';

const SAMPLE_RATE = 24_000;
const refuse = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

/** The speech part of OpenAI's protocol; each voice is a tone of its own. */
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
      return refuse(401, `Incorrect API key provided: ${headers.authorization}.`);
    }
    if (method === 'GET' && path === '/v1/models') return { body: { object: 'list', data: [{ id: model }] } };
    if (method !== 'POST' || path !== '/v1/audio/speech') return refuse(404, `Unknown request URL: ${path}.`);
    const asked = JSON.parse(body.toString());
    if (asked.model !== model) return refuse(404, `The model ${asked.model} does not exist.`);
    if (!voices.includes(asked.voice)) return refuse(400, `voice must be one of ${voices.join(', ')}`);
    if (typeof asked.input !== 'string' || asked.input === '' || asked.input.length > 4096) {
      return refuse(400, 'input should have 1 to 4096 characters');
    }
    if (asked.response_format !== 'wav' || !(asked.speed >= 0.25 && asked.speed <= 4)) {
      return refuse(400, 'response_format or speed is out of range');
    }
    const hertz = 200 + 100 * voices.indexOf(asked.voice);
    const sound = toneFor(asked.input, { sampleRate: SAMPLE_RATE, hertz });
    return { headers: { 'content-type': 'audio/wav' }, body: Buffer.concat([streamHeader(), sound]) };
  });
  return { ...server, base: `${server.url}/v1` };
}

/** The header of a stream: its lengths are not known yet. */
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
