/** What is kept, and for how long; 0 is no limit. */
export interface Limits {
  /** Of artifacts that nothing needs, together. */
  cacheMaxBytes: number;
  /** Since the last use of such an artifact. */
  cacheMaxDays: number;
  /** Since the last use of a fetched file that nothing needs. */
  sourcesMaxDays: number;
  /** Since an upload was sent that no section uses any more. */
  uploadsMaxDays: number;
}
