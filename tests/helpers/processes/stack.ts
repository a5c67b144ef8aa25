import type { ChildProcess } from 'node:child_process';
import { io, type Socket } from 'socket.io-client';
import { afterAll, onTestFinished } from 'vitest';
import type { EventPayload, EventType, ServerToClientEvents } from '#contract/events.ts';
import { type Installation, openInstallation } from './installation.ts';
import { testEnvironment } from '../services/backend.ts';

export interface Stack extends Installation {
  server: ChildProcess;
}

/**
 * A whole installation in separate processes, ended after the test file: the API immediately, workers and
 * stand-ins on demand. Await it at the top of the file: hooks registered by a hook never run.
 */
export async function startStack(extra: Record<string, string> = {}): Promise<Stack> {
  const env = await testEnvironment({ LOG_LEVEL: 'info', ...extra });
  const installation = await openInstallation(env);
  afterAll(installation.stop);
  return { ...installation, server: await installation.startServer() };
}

export interface Events {
  socket: Socket<ServerToClientEvents>;
  /**
   * Resolves with the next event for which `test` holds. `test` may be asynchronous, and events are tested in
   * order.
   */
  until<T extends EventType>(
    type: T,
    test: (payload: EventPayload<T>) => boolean | Promise<boolean>,
  ): Promise<EventPayload<T>>;
}

/** Receives the user's events like a page, until the end of the test. */
export async function openEvents(stack: Pick<Stack, 'url'>, cookie: string): Promise<Events> {
  const socket: Socket<ServerToClientEvents> = io(stack.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnectionDelay: 100,
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('snapshot', () => resolve());
    socket.once('connect_error', reject);
  });
  return {
    socket,
    until: (type, test) =>
      new Promise((resolve, reject) => {
        const listener = (payload: never) => {
          Promise.resolve(test(payload)).then((holds) => {
            if (!holds) return;
            socket.off(type, listener as never);
            resolve(payload);
          }, reject);
        };
        socket.on(type, listener as never);
      }),
  };
}
