/** What a signed link leads to: each answer of the API has new links to the same recordings. */
export const recordingOf = (url: string): string => new URL(url, location.href).searchParams.get('k') ?? url;
