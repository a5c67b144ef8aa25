import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../helpers/browser/launch.ts';
import { randomPort } from '../../bin/lib/ports.mjs';
import { docker, findObstacle, openCompose } from './compose.ts';
import { createSteps, demand, until } from './steps.ts';
import * as studio from './studio.ts';

const MAX_BYTES = 800e6;
const WORKERS = [1, 2, 3];
/** A film takes minutes on a busy machine, and a killed worker's job a minute more. */
const PATIENCE_MS = 900_000;
const START_MS = 300_000;
/** 30 s of silence, the time until the next check, and a busy machine. */
const REPLACED_WITHIN_MS = 120_000;
const PROFILES = ['local', 'proxy', 's3', 'monitoring'];
/** No sample has these words. */
const [FIRST, SECOND] = ['quokka', 'wombat'];
const SHORT_TALK =
  'The river begins as a small stream between the stones. In the spring the water runs fast.';
const LONG_TALK = `Farmers in the valley wait for the warm days of summer. They plant the corn in long straight rows.
Children walk to school along the path beside the water. The old bridge was built more than a century ago.`;

const obstacle = await findObstacle();
if (obstacle) {
  console.log(`SKIPPED  ${obstacle} The containers were not tested.\n0 passed, 0 failed, 1 skipped`);
  process.exit(0);
}

const browser = await launchChromium(PATIENCE_MS);
const compose = await openCompose(process.env['CONTAINERS_COMPOSE'] ?? '');
const { step, counts } = createSteps();
const library = join(compose.folder, 'library');
const port = await randomPort();
const url = `http://localhost:${port}`;
const local = { PORT: String(port), LIBRARY_DIR: library, WELCOME_CREDITS: '2', SEARCH_STANDINS: 'off' };
const up = ['--profile', 'local', 'up', '-d', '--scale', `worker=${WORKERS.length}`];

/** Makes a video with the image's own programs, without a network. */
async function makeVideo(name: string, seconds: number, talk: string): Promise<void> {
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  const programs = ['run', '--rm', '--network', 'none', '--user', user, '-v', `${library}:/library`];
  const picture = `testsrc2=s=640x360:r=25:d=${seconds}`;
  const speech = `flite=text='${talk}':voice=slt,apad=whole_dur=${seconds}`;
  const inputs = [picture, speech].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const encode = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-t', String(seconds)];
  const output = `/library/${name}.mp4`;
  await docker(...programs, compose.image, 'ffmpeg', '-v', 'error', ...inputs, ...encode, output);
}

interface Container {
  Service: string;
  State: string;
  Health: string;
  Name: string;
}
const listContainers = async (): Promise<Container[]> => {
  const lines = await compose.run('--profile', '*', 'ps', '--all', '--format', 'json');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Container);
};

/** Every service that stays is healthy; the others have ended, or still draw samples. */
const isHealthy = async (): Promise<boolean> => {
  const containers = await listContainers();
  const staying = containers.filter(({ Service }) => !['configuration', 'sample-library'].includes(Service));
  return staying.length === 4 + WORKERS.length && staying.every(({ Health }) => Health === 'healthy');
};

/** Returns the number of a worker that runs ffmpeg or the recogniser; 0 if none does. */
async function findBusy(): Promise<number> {
  const isBusy = "cat /proc/[0-9]*/comm 2>/dev/null | grep -qE '^(ffmpeg|pocketsphinx)'";
  const busy = WORKERS.map((index) =>
    compose.exec('worker', isBusy, index).then(
      () => index,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(busy)));
}

/** Kills every process of a container but its init, which then ends; kill ends the shell too. */
const kill = (service: string, index = 1) =>
  compose.exec(service, 'kill -9 -1', index).catch(() => undefined);

/** Stops every process of a container but its init and this shell. */
const stop = (service: string) => compose.exec(service, 'kill -STOP -1');

/** Returns how often Docker restarted each of these containers. */
async function countRestarts(containers: string[]): Promise<number[]> {
  const names = containers.map((name) => `${compose.image}-${name}`);
  return (await docker('inspect', '--format', '{{.RestartCount}}', ...names)).split('\n').map(Number);
}

async function run(): Promise<void> {
  await step('composes every profile', async () => {
    await mkdir(library);
    await compose.configure(local);
    for (const profiles of [[], ...PROFILES.map((profile) => [profile]), PROFILES]) {
      const named = profiles.flatMap((profile) => ['--profile', profile]);
      await compose.run(...named, 'config', '--quiet');
    }
  });
  await step('builds the image of at most 800 MB', async () => {
    await compose.run('build', '--quiet', 'api');
    const size = Number(await docker('image', 'inspect', '--format', '{{.Size}}', compose.image));
    const figure = `${Math.round(size / 1e6)} MB`;
    demand(size <= MAX_BYTES, `The image has ${figure}.`);
    return figure;
  });
  await step('stops production without secrets before a store starts', async () => {
    await compose.configure({ ...local, CUTROOM_MODE: 'production', PUBLIC_URL: 'https://cutroom.example' });
    await compose.fail('up', '-d');
    const reason = await compose.run('logs', '--no-log-prefix', 'configuration');
    demand(reason.includes('needs a SECRET of its own'), `The reason is: ${reason}`);
    const running = (await listContainers()).filter(({ State }) => State === 'running');
    demand(running.length === 0, `${running.map(({ Name }) => Name).join(', ')} started.`);
    await compose.run('down', '--volumes');
    await compose.configure(local);
  });
  await step('starts with three workers, and every service is healthy', async () => {
    await makeVideo(FIRST, 12, SHORT_TALK);
    await makeVideo(SECOND, 30, LONG_TALK);
    await compose.run(...up);
    await until('every service is healthy', isHealthy, START_MS);
  });
  await step('gives no process capabilities, new privileges or a writable root', async () => {
    for (const service of ['api', 'worker', 'standins']) {
      const status = await compose.exec(service, 'cat /proc/1/status');
      for (const fact of [/^CapBnd:\s+0+$/m, /^CapEff:\s+0+$/m, /^NoNewPrivs:\s+1$/m]) {
        demand(fact.test(status), `${service}: ${fact} does not hold.`);
      }
    }
    for (const service of ['api', 'worker', 'standins', 'postgres', 'redis']) {
      for (const folder of ['/', '/usr/bin', '/etc']) {
        const error = await compose.fail('exec', '-T', '-u', 'root', service, 'touch', `${folder}/new`);
        demand(error.includes('Read-only file system'), `${service}, ${folder}: ${error}`);
      }
    }
  });
  await step('lets workers reach the stores, but not the API', async () => {
    const reach = (host: string, at: number) =>
      `node -e "require('net').connect(${at},'${host}').on('connect',()=>process.exit()).on('error',(e)=>{console.error(e.code);process.exit(1)})"`;
    await compose.exec('worker', reach('postgres', 5432));
    await compose.exec('worker', reach('redis', 6379));
    const refused = await compose.fail('exec', '-T', 'worker', 'sh', '-c', reach('api', 3000));
    demand(/ENOTFOUND|EAI_AGAIN/.test(refused), `The API is known to workers: ${refused}`);
  });

  let page: Awaited<ReturnType<typeof studio.signIn>>;
  await step('makes a film of recognised speech in a browser', async () => {
    page = await studio.signIn(browser, url);
    const { engines, links } = await studio.readConfig(page);
    demand(links.pages !== null && links.runtime !== null, 'yt-dlp or its runtime is missing.');
    await studio.startFilm(page, FIRST);
    await studio.film(page).waitFor();
    await studio.play(page);
    const { sections } = await studio.readProject(page, studio.projectIdOf(page));
    demand(
      sections.some(({ transcription }) => transcription !== ''),
      'No speech was recognised.',
    );
    return `${engines.transcriber}, ${engines.voice}, yt-dlp ${links.pages}`;
  });
  await step('narrates films in Bengali and Hindi', async () => {
    const id = studio.projectIdOf(page);
    await studio.narrate(page, id, 'bn');
    await studio.narrate(page, id, 'hi');
  });
  await step('finishes a film although a worker and the API are killed', async () => {
    await studio.startFilm(page, SECOND);
    let busiest = 0;
    const isBusy = async () => (busiest = await findBusy()) > 0;
    await until('a worker runs a program', isBusy, START_MS);
    await Promise.all([kill('worker', busiest), kill('api')]);
    await studio.film(page).waitFor();
    await studio.play(page);
    await until('every service is healthy', isHealthy, START_MS);
    const restarts = await countRestarts([`worker-${busiest}`, 'api-1']);
    demand(String(restarts) === '1,1', `The killed containers restarted ${restarts.join(' and ')} times.`);
    return `worker ${busiest}`;
  });
  await step('replaces an API and a worker that are stopped', async () => {
    const frozen = ['api-1', 'worker-1'];
    const before = await countRestarts(frozen);
    await Promise.all([stop('api'), stop('worker')]);
    const start = performance.now();
    const areRestarted = async () =>
      (await countRestarts(frozen)).every((count, index) => count === before[index]! + 1);
    await until('both containers restart', areRestarted, REPLACED_WITHIN_MS);
    const seconds = Math.round((performance.now() - start) / 1000);
    await until('every service is healthy', isHealthy, START_MS);
    await page.reload();
    await studio.film(page).waitFor();
    await studio.play(page);
    return `restarted after ${seconds} s`;
  });
  await step('keeps accounts, projects and films over down and up', async () => {
    const id = studio.projectIdOf(page);
    const before = await studio.download(page, id);
    await compose.run('--profile', 'local', 'down');
    await compose.run(...up);
    await until('every service is healthy', isHealthy, START_MS);
    await page.reload();
    await studio.film(page).waitFor();
    await studio.play(page);
    demand(before.equals(await studio.download(page, id)), 'The film changed.');
  });
}

const interrupted = new Promise<never>((_, reject) => {
  process.once('SIGINT', () => reject(new Error('Interrupted.')));
});
try {
  await Promise.race([run(), interrupted]);
} catch (error) {
  process.exitCode = 1;
  console.error((error as Error).message);
  console.error(await compose.run('--profile', '*', 'logs', '--tail', '20').catch(() => ''));
} finally {
  await browser.close();
  await compose.remove();
}
console.log(counts());
