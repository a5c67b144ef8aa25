import { z } from 'zod';
import { modelDownloadSchema } from './models.ts';
import { uuidSchema } from './primitives.ts';
import { runSchema } from './runs.ts';

/**
 * Every pushed event: the socket.io event's name is `type`, its one argument the payload. `snapshot` comes first on
 * each connection, for this socket alone: active runs, and failed and cancelled ones without a project that can be
 * retried. The rest follow a commit.
 */
export const EVENT_SCHEMAS = {
  snapshot: z.object({ runs: z.array(runSchema), totalCredits: z.int() }),
  'run.progressed': z.object({ run: runSchema }),
  'run.completed': z.object({ run: runSchema }),
  'run.failed': z.object({ run: runSchema }),
  'run.cancelled': z.object({ run: runSchema }),
  'project.changed': z.object({ projectId: uuidSchema }),
  'credits.changed': z.object({ totalCredits: z.int() }),
  /** Found music that is being fetched for a project: how much of its file has arrived. */
  'music.progressed': z.object({ projectId: uuidSchema, percentage: z.int().min(0).max(100) }),
  /** For everybody: how the download of models goes; null when it has ended. */
  'models.changed': z.object({ download: modelDownloadSchema.nullable() }),
  'session.ended': z.object({ sessionId: z.string().nullable() }),
} as const;

export type EventType = keyof typeof EVENT_SCHEMAS;
export type EventPayload<T extends EventType> = z.infer<(typeof EVENT_SCHEMAS)[T]>;
export type ServerToClientEvents = { [T in EventType]: (payload: EventPayload<T>) => void };

/** What travels on the bus: one event, for one user or for everybody. */
export interface BusEvent<T extends EventType = EventType> {
  /** Null for everybody. */
  userId: string | null;
  type: T;
  payload: EventPayload<T>;
}

export const SOCKET_PATH = '/socket.io/';

/** The event of each terminal state. */
export const TERMINAL_EVENT = {
  completed: 'run.completed',
  failed: 'run.failed',
  cancelled: 'run.cancelled',
} as const;
