import type { RedisClient } from '../queue/redis.ts';
import { type BusEvent, EVENT_SCHEMAS, type EventPayload, type EventType } from '#contract/events.ts';
import type { Logger } from '../lib/logger.ts';

export interface Bus {
  /** Sends an event to every API node; called after the commit. Row versions make up for a lost message. */
  publish<T extends EventType>(userId: string, type: T, payload: EventPayload<T>): void;
  /** Sends an event to the pages of all users. */
  publishToAll<T extends EventType>(type: T, payload: EventPayload<T>): void;
  /** Notifies all workers that a run was cancelled. */
  cancelRun(runId: string): void;
}

const eventsChannel = (prefix: string) => `${prefix}:events`;
const cancelChannel = (prefix: string) => `${prefix}:cancel`;

export function openBus(redis: RedisClient, prefix: string, log: Logger): Bus {
  const send = (channel: string, message: string) => {
    redis
      .publish(channel, message)
      .catch((error: Error) => log.warn({ err: error.message, channel }, 'not published'));
  };
  return {
    publish: (userId, type, payload) =>
      send(eventsChannel(prefix), JSON.stringify({ userId, type, payload })),
    publishToAll: (type, payload) =>
      send(eventsChannel(prefix), JSON.stringify({ userId: null, type, payload })),
    cancelRun: (runId) => send(cancelChannel(prefix), runId),
  };
}

/** Passes every event of the bus to `onEvent`; needs its own connection. */
export async function subscribeEvents(
  redis: RedisClient,
  prefix: string,
  log: Logger,
  onEvent: (event: BusEvent) => void,
) {
  redis.on('message', (channel, message) => {
    if (channel !== eventsChannel(prefix)) return;
    const event = JSON.parse(message) as BusEvent;
    const parsed = EVENT_SCHEMAS[event.type]?.safeParse(event.payload);
    if (!parsed?.success) return log.error({ type: event.type }, 'event does not match the contract');
    onEvent(event);
  });
  await redis.subscribe(eventsChannel(prefix));
}

/** Calls `onCancel` with each cancelled run; needs its own connection. */
export async function subscribeCancels(
  redis: RedisClient,
  prefix: string,
  onCancel: (runId: string) => void,
) {
  redis.on('message', (channel, runId) => {
    if (channel === cancelChannel(prefix)) onCancel(runId);
  });
  await redis.subscribe(cancelChannel(prefix));
}
