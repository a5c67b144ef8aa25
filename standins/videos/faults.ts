import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { sendJson } from './answers.ts';

/**
 * `slow` sends no response until the client gives up; `broken` breaks the connection in the middle of a
 * response.
 */
export const FAULTS = ['unauthorized', 'quota', 'rate', 'error', 'slow', 'broken'] as const;
export type Fault = (typeof FAULTS)[number];
/** The responses by which a service reports these faults. */
export type Refusals = Record<
  Exclude<Fault, 'slow' | 'broken'>,
  { status: number; headers?: Record<string, string>; body: unknown }
>;

/** The number of calls remembered. */
const MAX_CALLS = 1000;

interface Control {
  fail: Fault | null;
  /** How many requests fail; unlimited if absent. */
  times?: number;
  /** Only requests whose path contains this text fail, such as "/files/". */
  of?: string;
}

/**
 * Makes a stand-in fail on request: `POST {prefix}/control` with `{"fail":"quota","times":1,"of":"/search"}`,
 * or `"fail":null` to stop it. `GET {prefix}/control` returns the paths of the calls since then.
 */
export function createFaults(prefix: string, refusals: Refusals) {
  let current: Control = { fail: null };
  let calls: string[] = [];

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return sendJson(response, 200, { calls });
    const control = (await json(request).catch(() => null)) as Control | null;
    if (!control || (control.fail !== null && !FAULTS.includes(control.fail))) {
      return sendJson(response, 400, { error: `fail is null or one of: ${FAULTS.join(', ')}.` });
    }
    current = control;
    calls = [];
    sendJson(response, 200, current);
  }

  return {
    /** Returns whether it responded to the request, because that was a control call or had to fail. */
    async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const [path] = (request.url ?? '').split('?');
      if (path === `${prefix}/control`) {
        await control(request, response);
        return true;
      }
      calls.push((request.url ?? '').slice(prefix.length));
      if (calls.length > MAX_CALLS) calls.shift();
      const { fail, times = Infinity, of = '' } = current;
      if (fail === null || times === 0 || !path?.includes(of)) return false;
      current = { ...current, times: times - 1 };
      if (fail === 'slow') await once(response, 'close');
      else if (fail === 'broken') breakOff(response);
      else {
        const { status, body, headers } = refusals[fail];
        sendJson(response, status, body, headers);
      }
      return true;
    },
  };
}

export function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '100000' });
  response.write('{"items":[', () => response.socket?.destroy());
}
