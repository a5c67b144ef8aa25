import { z } from 'zod';

/** POST /api/youtube/auth: where the user consents, or that the channel is connected already. */
export const channelAuthSchema = z.union([
  z.object({ authUrl: z.url() }),
  z.object({ connected: z.literal(true) }),
]);
export type ChannelAuth = z.infer<typeof channelAuthSchema>;
