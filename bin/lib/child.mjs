// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { PRIVATE_UMASK } from './data-folder.mjs';
import { lastLines } from './log-files.mjs';
import { sendSignal, withGuards } from './processes.mjs';

/**
 * @typedef {object} ChildSpec
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {string} logFile
 * @property {Record<string, string | undefined>} [env]
 * @property {string} [cwd]
 * @property {string} [input] written to its standard input
 * @property {boolean} [ipc] whether it gets a channel, on which it sends 'ready'
 * @property {NodeJS.Signals} [deathSignal] signal sent to it when this process dies (needs setpriv)
 * @property {{ uid: number, gid: number }} [user] the user that it runs as
 * @property {boolean} [installs] whether other users need its files too, so that it keeps the caller's umask
 */

/**
 * A process in its own group, since the terminal's Ctrl-C must reach only us: we stop children in order. It
 * writes to a log file, not a pipe, so that it can still write if it outlives us.
 */
class Child {
  running = true;

  /** @param {ChildSpec} spec */
  constructor(spec) {
    this.name = spec.name;
    this.logFile = spec.logFile;
    const [command = '', ...args] = withGuards(spec);
    const log = openSync(spec.logFile, 'a', 0o600);
    const options = { cwd: spec.cwd, env: spec.env ?? process.env, detached: true };
    // A child inherits the umask that this process has at the child's start.
    const before = spec.installs ? undefined : process.umask(PRIVATE_UMASK);
    this.process = spec.ipc
      ? spawn(command, args, { ...options, stdio: ['ignore', log, log, 'ipc'] })
      : spawn(command, args, { ...options, stdio: [spec.input === undefined ? 'ignore' : 'pipe', log, log] });
    if (before !== undefined) process.umask(before);
    closeSync(log);
    this.process.stdin?.on('error', () => {}).end(spec.input);
    this.pid = this.process.pid ?? 0;

    /** @type {Promise<string>} how it ended, such as "with code 1" */
    this.exited = new Promise((resolve) => {
      this.process.once('error', (error) => resolve(error.message));
      this.process.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`));
    });
    /** @type {Promise<void>} resolves when it sends 'ready' on its channel */
    this.saidReady = new Promise((resolve) => {
      this.process.on('message', (message) => message === 'ready' && resolve());
    });
    /** @type {string | undefined} its own message about why it refused to start */
    this.refused = undefined;
    this.process.on('message', (message) => {
      if (typeof message === 'object' && 'refused' in message) this.refused = String(message.refused);
    });
    liveChildren.add(this);
    void this.exited.then(() => {
      this.running = false;
      liveChildren.delete(this);
    });
  }

  lastLines() {
    return lastLines(this.logFile);
  }

  /**
   * Stops the process by the signal and, after the grace period, kills its whole group.
   * @param {{ signal?: NodeJS.Signals, graceMs?: number }} [options]
   */
  async stop({ signal = 'SIGTERM', graceMs = 5_000 } = {}) {
    if (this.running) {
      this.process.kill(signal);
      const timer = setTimeout(() => sendSignal(-this.pid, 'SIGKILL'), graceMs);
      await this.exited;
      clearTimeout(timer);
    }
    // Kills children that it left running.
    if (this.pid) sendSignal(-this.pid, 'SIGKILL');
  }
}

/** @type {Set<Child>} */
export const liveChildren = new Set();

/**
 * Starts a process.
 * @param {ChildSpec} spec
 */
export const startChild = (spec) => new Child(spec);

/**
 * Waits until a child is ready; throws an error with its last lines if it exits early or times out.
 * @param {Child} child
 * @param {Promise<unknown>} ready
 * @param {number} [withinMs]
 */
export async function waitUntilReady(child, ready, withinMs = 60_000) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const tooSlow = new Promise((resolve) => {
    timer = setTimeout(() => resolve(`was not ready within ${withinMs / 1000} s`), withinMs);
  });
  const problem = await Promise.race([
    ready.then(() => undefined),
    child.exited.then((how) => `ended ${how}`),
    tooSlow,
  ]);
  clearTimeout(timer);
  if (problem === undefined) return;
  await child.stop({ signal: 'SIGKILL' });
  // The process's last output may still be on its way.
  if (child.process.connected) await once(child.process, 'disconnect');
  if (child.refused) throw new Error(child.refused);
  throw new Error(`${child.name} ${problem}. Its last lines:\n${indent(child.lastLines())}`);
}

/** @param {string} text */
export const indent = (text) => text.replace(/^/gm, '    ');
