import type { LicenseFilter } from '#contract/videos.ts';

const ASKS = [
  /\bcc[ _-]?by\b/,
  /\bby-(?:sa|nc|nd)\b/,
  /creativecommons\.org\/licenses\/by\b/,
  /\battribution\b/,
  /\b(?:gfdl|odbl|odc-by)\b/,
  /free documentation licen[cs]e|open government licen[cs]e|free art licen[cs]e/,
];
const WAIVES = /\b(?:no|without) attribution\b|\battribution (?:is )?not (?:required|needed|necessary)\b/;
const FREE = /\bcc[ -]?0\b|\bpublic domain\b/;

const lowerCase = (license: string | null | undefined): string => (license ?? '').toLowerCase();

/** Whether a licence requires attribution, as CC BY does. */
export function asksForCredit(license: string | null | undefined): boolean {
  const text = lowerCase(license);
  return !WAIVES.test(text) && ASKS.some((sign) => sign.test(text));
}

/** Whether a text states that no attribution is required, as CC0 does. */
export function needsNoCredit(license: string): boolean {
  const text = lowerCase(license);
  return FREE.test(text) || WAIVES.test(text);
}

/**
 * Terms under which a video cannot be part of every film: a film is an adaptation, and may become commercial long
 * after its videos were chosen.
 */
const FORBIDS = [
  /\bn[cd]\b/,
  /\bnon-?commercial\b|\bno ?deriv(?:ative)?s?\b|\bno-deriv/,
  /\ball rights reserved\b|\bstandard youtube\b/,
];
/** Licences that permit changed copies in any film. */
const PERMITS = [
  FREE,
  /\bcc[ _-]?(?:by|sa)\b|\bby-sa\b/,
  /creativecommons\.org\/(?:licenses\/(?:by|sa)\b|publicdomain\/)/,
  /creative commons attribution\b|\bno known copyright\b|\bcopyrighted free use\b|\battribution only\b/,
  /\bgfdl\b|free documentation licen[cs]e|open government licen[cs]e|free art licen[cs]e/,
  /^(?:pexels|pixabay content|pixabay) licen[cs]e\b|^nasa media guidelines\b/,
];

/** Whether a licence is known to permit changed copies in any film. */
export function isReusable(license: string | null | undefined): boolean {
  const text = lowerCase(license);
  return !FORBIDS.some((sign) => sign.test(text)) && PERMITS.some((sign) => sign.test(text));
}

/** Whether a licence matches the filter. An unknown one matches only a search without a filter. */
export function isOfLicense(license: string | null, filter: LicenseFilter | undefined): boolean {
  if (filter === undefined) return true;
  return isReusable(license) && (filter === 'reusable' || asksForCredit(license));
}
