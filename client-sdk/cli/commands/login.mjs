// @ts-check
import { textOf } from '../common/arguments.mjs';
import { UsageError } from '../common/exit-codes.mjs';
import { writeSettings } from '../common/settings.mjs';
import { readSecret } from '../terminal/read-secret.mjs';

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @type {import('../common/arguments.mjs').Command} */
export const login = {
  usage: '',
  summary: 'Asks for an API key, or reads it from stdin, and stores it.',
  arguments: [0, 0],
  anonymous: true,
  options: { url: { type: 'string', value: 'URL', help: 'the address of the installation' } },
  async run({ url: known, options, output, io, signal, connect }) {
    const url = textOf(options, 'url') ?? known;
    const apiKey = await readSecret(io, `API key of ${url} (Settings, 'API keys'): `);
    if (!/^[\x21-\x7E]{1,200}$/.test(apiKey)) throw new UsageError('This is not an API key.');
    const cutroom = connect(apiKey, url);
    const { protocol, hostname } = new URL(cutroom.baseUrl);
    if (protocol === 'http:' && !LOCAL.test(hostname)) {
      output.note('This address is not encrypted: others on the way can read the key.');
    }
    const { key } = await cutroom.get('/api/user/usage', { signal });
    const path = await writeSettings(io, { url: cutroom.baseUrl, apiKey });
    const line = `Stored the key '${key?.name}' (${key?.scopes.join(', ')}) in ${path}.`;
    output.result({ url: cutroom.baseUrl, path, key }, [line]);
  },
};
