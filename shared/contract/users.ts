import { z } from 'zod';
import { qualitySchema, themeSchema, timestampSchema, uuidSchema } from './primitives.ts';

export const settingsSchema = z.object({
  emailNotifications: z.boolean(),
  projectNotifications: z.boolean(),
  autoSave: z.boolean(),
  defaultVideoQuality: qualitySchema,
  theme: themeSchema,
});
export type UserSettings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: UserSettings = {
  emailNotifications: true,
  projectNotifications: true,
  autoSave: true,
  defaultVideoQuality: '1080p',
  theme: 'light',
};

/** PATCH /api/user/settings: any part of the settings. */
export const settingsPatchSchema = settingsSchema.partial().strict();

/** GET /api/auth/user */
export const userSchema = z.object({
  id: uuidSchema,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  createdAt: timestampSchema,
  youtubeChannelName: z.string().nullable(),
  /** Whether the connected channel may receive subtitles. Channels of earlier connections may not. */
  youtubeAllowsCaptions: z.boolean().default(false),
  settings: settingsSchema,
});
export type User = z.infer<typeof userSchema>;

export const userStatsSchema = z.object({
  totalProjects: z.int().min(0),
  totalVideos: z.int().min(0),
  /** The bytes that the account's files take, and their limit. */
  storedBytes: z.int().min(0),
  maxStoredBytes: z.int().min(0),
});
export type UserStats = z.infer<typeof userStatsSchema>;
