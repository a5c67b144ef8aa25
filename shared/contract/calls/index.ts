/** All documented calls. */
export * from './account.ts';
export * from './api-keys.ts';
export * from './billing.ts';
export * from './channel.ts';
export * from './films.ts';
export * from './installation.ts';
export * from './models.ts';
export * from './music.ts';
export * from './projects.ts';
export * from './proposals.ts';
export * from './runs.ts';
export * from './section-words.ts';
export * from './sections.ts';
export * from './sign-in.ts';
export * from './uploads.ts';
export * from './versions.ts';
export * from './videos.ts';
