import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a page through the given proxy. The page's body describes the result: JSON of a video, whose `file`
 * is a URL to fetch and whose `sound` is a separate one, or `error: …`, which fails.
 */
const PROGRAM = `#!/usr/bin/env node
import { appendFileSync, createWriteStream } from 'node:fs';
import http from 'node:http';
import { pipeline } from 'node:stream/promises';
const args = process.argv.slice(2);
const valueOf = (name) => args[args.indexOf(name) + 1];
appendFileSync(RECORD, JSON.stringify({ args, env: process.env, cwd: process.cwd() }) + '\\n');
if (args.includes('--version')) {
  console.log(VERSION);
  process.exit(0);
}
if (args.includes('--js-runtimes') && RUNTIMES === null) {
  console.error('yt-dlp: error: no such option: --js-runtimes');
  process.exit(2);
}
if (args.includes('--verbose')) {
  console.error('[debug] JS runtimes: ' + RUNTIMES + '\\nyt-dlp: error: You must provide at least one URL.');
  process.exit(2);
}
const proxy = new URL(valueOf('--proxy'));
const get = (url) =>
  new Promise((resolve, reject) => {
    const authorization = 'Basic ' + btoa(proxy.username + ':' + proxy.password);
    const options = { hostname: proxy.hostname, port: proxy.port, path: url, headers: { 'proxy-authorization': authorization } };
    http.get(options, resolve).on('error', reject);
  });
const fail = (text) => {
  console.error('ERROR: ' + text);
  process.exit(1);
};
const answer = await get(args.at(-1));
let text = '';
for await (const chunk of answer) text += chunk;
if (answer.statusCode !== 200) fail('HTTP Error ' + answer.statusCode + ': unable to download the page');
const failure = /error: (.*)/.exec(text);
if (failure) fail(failure[1]);
const { file, sound, ...video } = JSON.parse(text.slice(text.indexOf('{')));
if (args.includes('--simulate')) {
  console.log(JSON.stringify(video));
} else {
  // As --format says: one file for each entry of its list.
  const urls = [file, ...(sound && valueOf('--format').includes(',') ? [sound] : [])];
  for (const [index, address] of urls.entries()) {
    const media = await get(address);
    if (media.statusCode !== 200) fail('HTTP Error ' + media.statusCode + ': unable to download the file');
    console.log('cutroom downloading 512 1024');
    const number = String(index + 1).padStart(5, '0');
    const name = valueOf('--output').replace('%(autonumber)s', number).replace('%(ext)s', 'mp4');
    await pipeline(media, createWriteStream(name));
    console.log('cutroom finished 1024 1024');
  }
}
`;

/**
 * Installs a program that replaces yt-dlp. Returns its recorded calls too.
 * @param runtimes its reported runtimes for scripts; `null` for a version without the option
 */
export async function writeFakeYtDlp(folder: string, version: string, runtimes: string | null = null) {
  const path = join(folder, 'yt-dlp.mjs');
  const record = join(folder, 'calls.jsonl');
  const program = PROGRAM.replace('RECORD', JSON.stringify(record))
    .replace('VERSION', JSON.stringify(version))
    .replaceAll('RUNTIMES', JSON.stringify(runtimes));
  await writeFile(path, program);
  await chmod(path, 0o755);
  return {
    path,
    async calls() {
      const lines = (await readFile(record, 'utf8').catch(() => '')).trim().split('\n');
      return lines.map(
        (line) => JSON.parse(line) as { args: string[]; env: Record<string, string>; cwd: string },
      );
    },
  };
}
