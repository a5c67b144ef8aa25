/** What is kept, and for how long; 0 is no limit. */
export interface Limits {
  /** Of all unneeded artifacts together. */
  cacheMaxBytes: number;
  /** Since the last use of such an artifact. */
  cacheMaxDays: number;
  /** Since the last use of an unneeded fetched file. */
  sourcesMaxDays: number;
  /** Since an unused upload was sent. */
  uploadsMaxDays: number;
}
