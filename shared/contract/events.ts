import { z } from 'zod';
import { modelDownloadSchema } from './models.ts';
import { uuidSchema } from './primitives.ts';
import { runSchema } from './runs.ts';

/**
 * All pushed events. The name of the socket.io event is `type`, its only argument is the payload. `snapshot`
 * is the first event on each connection, only for this socket: active runs, and failed and cancelled ones
 * without a project that can be retried. The others follow a commit.
 */
export const EVENT_SCHEMAS = {
  snapshot: z.object({ runs: z.array(runSchema), totalCredits: z.int() }),
  'run.progressed': z.object({ run: runSchema }),
  'run.completed': z.object({ run: runSchema }),
  'run.failed': z.object({ run: runSchema }),
  'run.cancelled': z.object({ run: runSchema }),
  'project.changed': z.object({ projectId: uuidSchema }),
  'credits.changed': z.object({ totalCredits: z.int() }),
  /** Found music is being downloaded for a project: the part of its file that has arrived. */
  'music.progressed': z.object({ projectId: uuidSchema, percentage: z.int().min(0).max(100) }),
  /** For all users: the progress of the download of models; `null` when it has ended. */
  'models.changed': z.object({ download: modelDownloadSchema.nullable() }),
  'session.ended': z.object({ sessionId: z.string().nullable() }),
} as const;

export type EventType = keyof typeof EVENT_SCHEMAS;
export type EventPayload<T extends EventType> = z.infer<(typeof EVENT_SCHEMAS)[T]>;
export type ServerToClientEvents = { [T in EventType]: (payload: EventPayload<T>) => void };

/** A message on the bus: one event, for one user or for all. */
export interface BusEvent<T extends EventType = EventType> {
  /** `null` for all users. */
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
