/** An item that was removed, or would be. */
export interface Item {
  /** project, section, upload, temporary folder, partial upload, file; or the job that made an artifact. */
  kind: string;
  /** Its ID, key or name. */
  id: string;
  bytes: number;
}
