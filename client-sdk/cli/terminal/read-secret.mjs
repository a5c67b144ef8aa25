// @ts-check
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

const MAX_CHARACTERS = 1_000;

/**
 * Reads one line from stdin. A terminal shows the question, but not the answer.
 * @param {Pick<import('../run.mjs').Io, 'stdin' | 'stderr' | 'signal'>} io
 * @param {string} question
 * @returns {Promise<string>}
 */
export async function readSecret({ stdin, stderr, signal }, question) {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: isTerminal });
  // In its raw mode a terminal sends Ctrl-C as a character.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  const stop = () => lines.close();
  signal.addEventListener('abort', stop);
  try {
    for await (const line of lines) return line.trim().slice(0, MAX_CHARACTERS);
    return '';
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}
