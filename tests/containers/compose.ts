import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 2 ** 20;
/** Compose ignores `env_file` of a longer form, `!override` and inner defaults before this version. */
const OLDEST_COMPOSE = [2, 24];
const PROGRAMS = ['configuration', 'api', 'worker', 'standins', 'sample-library'];

/** Runs Docker. @returns its output */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { maxBuffer: MAX_OUTPUT });
  return stdout.trim();
}

/** Returns why containers cannot be tested on this machine, or `null`. */
export async function findObstacle(): Promise<string | null> {
  try {
    await docker('version', '--format', '{{.Server.Version}}');
  } catch {
    return 'No Docker engine answers on this machine.';
  }
  const version = await docker('compose', 'version', '--short').catch(() => '');
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_COMPOSE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Docker Compose ${OLDEST_COMPOSE.join('.')} or newer is missing${version ? `; this one is ${version}` : ''}.`;
}

/** An installation of docker-compose.yml with its own name, variables, volumes and image. */
export interface Compose {
  image: string;
  /** The folder that becomes LIBRARY_DIR. */
  folder: string;
  /** Replaces the variables, as an operator's .env. */
  configure(variables: Record<string, string>): Promise<void>;
  /** Runs a command of `docker compose`. @returns its output */
  run(...args: string[]): Promise<string>;
  /** Returns the error of a command that must fail. */
  fail(...args: string[]): Promise<string>;
  /** Runs a shell command in a container of a service. */
  exec(service: string, command: string, index?: number): Promise<string>;
  /** Removes containers, volumes, networks, the image and the folder. */
  remove(): Promise<void>;
}

/** @param others more compose files, such as one with base images of this machine */
export async function openCompose(others: string): Promise<Compose> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-containers-'));
  const name = folder.slice(folder.lastIndexOf('/') + 1).toLowerCase();
  const envFile = join(folder, '.env');
  const own = join(folder, 'compose.yml');
  // The operator's own .env must not be read, nor the operator's image be replaced.
  const services = PROGRAMS.map((service) => {
    const variables = ['api', 'worker', 'configuration'].includes(service);
    return `  ${service}:\n    image: ${name}\n${variables ? `    env_file: !override [${envFile}]\n` : ''}`;
  });
  await writeFile(own, `services:\n${services.join('')}`);
  const files = ['docker-compose.yml', own, ...others.split(delimiter).filter(Boolean)];
  const base = ['compose', '-p', name, '--env-file', envFile, ...files.flatMap((file) => ['-f', file])];
  const command = (...args: string[]) => docker(...base, ...args);
  return {
    image: name,
    folder,
    configure: (variables) =>
      writeFile(
        envFile,
        Object.entries(variables)
          .map(([key, value]) => `${key}=${value}\n`)
          .join(''),
      ),
    run: command,
    fail: (...args) =>
      command(...args).then(
        () => Promise.reject(new Error(`"${args.join(' ')}" succeeded.`)),
        (error: Error & { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
      ),
    exec: (service, shell, index = 1) =>
      command('exec', '-T', '--index', String(index), service, 'sh', '-c', shell),
    async remove() {
      await command('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '5');
      await docker('image', 'rm', '--force', name).catch(() => 'It was not built.');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
