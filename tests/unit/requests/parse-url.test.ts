import { describe, expect, it } from 'vitest';
import { parseUrl } from '#core/lib/parse-url.ts';
import { isSameOrigin } from '../../../server/plugins/security.ts';

/** An address in full-width digits, as Node reads the bytes of a header: each as one Latin-1 character. */
const HEADER = Buffer.from('http://１２７.０.０.１/').toString('latin1');
/** Enough calls for V8 to optimise a function. */
const CALLS = 20_000;
const often = <T>(work: () => T): Set<T> => new Set(Array.from({ length: CALLS }, work));

describe('an address that is no URL', () => {
  it('is never parsed, however often it is sent', () => {
    expect(() => new URL(HEADER)).toThrow('Invalid URL');
    expect(often(() => parseUrl(HEADER))).toEqual(new Set([undefined]));
    expect(often(() => parseUrl(HEADER, new URL('http://a.example/')))).toEqual(new Set([undefined]));
  });

  it('is refused as an origin, however often it is sent', () => {
    const headers = { origin: HEADER, host: 'a.example' };
    expect(often(() => isSameOrigin(headers, 'https://a.example'))).toEqual(new Set([false]));
  });
});
