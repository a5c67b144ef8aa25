/** Identifies the recording behind a signed link. Each API response has new links to the same recordings. */
export const recordingOf = (url: string): string => new URL(url, location.href).searchParams.get('k') ?? url;

/**
 * Creates a player of recordings whose audio the page processes. A store of another origin must then permit
 * it.
 */
export const openAudio = (): HTMLAudioElement => Object.assign(new Audio(), { crossOrigin: 'anonymous' });
