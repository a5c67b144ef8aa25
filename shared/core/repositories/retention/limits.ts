/** How much unneeded data is retained, and for how long; 0 means no limit. */
export interface Limits {
  /** The total of all unneeded artifacts. */
  cacheMaxBytes: number;
  /** Days since the last use of such an artifact. */
  cacheMaxDays: number;
  /** Days since the last use of an unneeded fetched file. */
  sourcesMaxDays: number;
  /** Days since an unused upload was sent. */
  uploadsMaxDays: number;
}
