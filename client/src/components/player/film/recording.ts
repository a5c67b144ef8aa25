/** Identifies the recording behind a signed link. Each API response has new links to the same recordings. */
export const recordingOf = (url: string): string => new URL(url, location.href).searchParams.get('k') ?? url;
