import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { readServices } from '../../helpers/documents/compose-services.ts';

const [, lines = ''] = /```sh\n(COMPOSE_PROFILES=s3\n[^`]*)```/.exec(
  readFileSync('docs/operators/buckets.md', 'utf8'),
)!;
/** The variables that the guide of buckets names for one machine. */
const dotEnv = Object.fromEntries(
  lines.split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+)=(\S+)/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value!]];
  }),
);
const { s3, worker } = readServices(dotEnv);
const { environment, entrypoint } = s3!;

describe('the bucket of the containers', () => {
  it('has the address and the keys that the nodes use with the variables of the guide', () => {
    const port = environment!['VGW_PORT'];
    expect(parseConfig(worker!.environment!).objects?.s3).toEqual({
      bucket: 'films',
      prefix: '',
      endpoint: `http://s3${port}`,
      publicEndpoint: `http://localhost${port}`,
      pathStyle: true,
      region: environment!['VGW_REGION'],
      credentials: {
        accessKeyId: environment!['ROOT_ACCESS_KEY_ID'],
        secretAccessKey: environment!['ROOT_SECRET_ACCESS_KEY'],
      },
    });
    expect(environment!['PUBLIC_URL']).toBe('http://localhost:3000');
  });

  it.each([
    ['OBJECTS', 'OBJECTS'],
    ['S3_ACCESS_KEY_ID', 'ROOT_ACCESS_KEY_ID'],
    ['S3_SECRET_ACCESS_KEY', 'ROOT_SECRET_ACCESS_KEY'],
  ])('does not start without %s', (name, inside) => {
    const [program = '', ...args] = entrypoint!;
    const env = { ...environment, [inside]: '' };
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
    expect(stderr).toContain(`Set ${name} in .env`);
    expect(status).not.toBe(0);
  });
});
