import { sql } from 'kysely';

const IDLE_DAYS = 14;

/** A condition on rows of `sessions`. */
export const IS_LIVE_SESSION = sql<boolean>`expires_at > now() AND last_seen_at > now() - ${IDLE_DAYS}::int * interval '1 day'`;

/** A condition on rows of `api_keys`. A suspended user's keys are not revoked, but refused. */
export const IS_LIVE_KEY = sql<boolean>`(expires_at IS NULL OR expires_at > now()) AND NOT EXISTS (
  SELECT 1 FROM users WHERE users.id = api_keys.user_id AND users.suspended_at IS NOT NULL)`;
