/** The user of a call. */
export interface Caller {
  userId: string;
  /** The API key with which the call was sent; absent for a browser's session. */
  keyId?: string;
}
