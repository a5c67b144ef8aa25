import { EVENT_SCHEMAS, type EventPayload, type EventType } from '#contract/events.ts';

type Listener = (payload: unknown) => void;

/** Replaces `socket.io-client`: connects immediately unless a test keeps the page offline. */
class TestSocket {
  readonly listeners = new Map<string, Listener[]>();
  readonly io = { engine: { transport: { name: 'websocket' }, on: () => {} } };

  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this;
  }

  connect(): this {
    queueMicrotask(() => {
      if (this === current) this.emit(mayConnect ? 'connect' : 'connect_error', undefined);
    });
    return this;
  }

  disconnect(): this {
    if (current === this) current = null;
    this.listeners.clear();
    return this;
  }

  emit(event: string, payload: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }
}

let current: TestSocket | null = null;
let mayConnect = true;

export function io(): TestSocket {
  current = new TestSocket();
  return current.connect();
}

/** Pushes an event to the page, as the server does; its payload is checked against the contract. */
export async function push<T extends EventType>(type: T, payload: EventPayload<T>): Promise<void> {
  const socket = await connected();
  socket.emit(type, EVENT_SCHEMAS[type].parse(payload));
}

/** The page's socket, once the page listens. */
async function connected(): Promise<TestSocket> {
  while (!current?.listeners.has('session.ended')) await new Promise((resolve) => setTimeout(resolve, 5));
  return current;
}

/** Closes the page's connection, so that it polls, until `reconnect`. */
export async function disconnectSocket(): Promise<void> {
  mayConnect = false;
  if (current) (await connected()).emit('disconnect', 'transport close');
}

export async function reconnectSocket(): Promise<void> {
  mayConnect = true;
  (await connected()).emit('connect', undefined);
}

export function resetSocket(): void {
  current = null;
  mayConnect = true;
}
