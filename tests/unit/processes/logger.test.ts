import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const LOGGER = new URL('../../../shared/core/lib/logger.ts', import.meta.url).href;

/** Starts a process that logs to stdout. Returns its messages as they arrive. */
function startLogging(code: string) {
  const script = `
    import { createLogger } from ${JSON.stringify(LOGGER)};
    const log = createLogger('info', 'test');
    ${code}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const messages = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { child, messages };
}

async function messagesOf(code: string): Promise<string[]> {
  const { child, messages } = startLogging(code);
  await once(child, 'close');
  return messages();
}

describe('the log on stdout', () => {
  it('is complete and in order when the process exits', async () => {
    const code = `for (let i = 0; i < 1000; i += 1) log.info('line ' + i); process.exit(0);`;
    expect(await messagesOf(code)).toEqual(Array.from({ length: 1000 }, (_, i) => `line ${i}`));
  });

  it('is complete when an error ends the process', async () => {
    expect(await messagesOf(`log.info('last words'); throw new Error('unexpected');`)).toEqual([
      'last words',
    ]);
  });

  it('has a warning, and all lines before it, even if the process is killed right after it', async () => {
    const code = `log.info('before'); log.warn('warning'); process.kill(process.pid, 'SIGKILL');`;
    expect(await messagesOf(code)).toEqual(['before', 'warning']);
  });

  it('contains a single line of a process that keeps running', async () => {
    const { child, messages } = startLogging(`log.info('alone'); setInterval(() => {}, 1000);`);
    await once(child.stdout, 'data');
    expect(messages()).toEqual(['alone']);
    child.kill('SIGKILL');
    await once(child, 'close');
  });
});
