/** Returns an error in the format of Google's APIs. */
export const errorBody = (code: number, message: string, reason: string, domain: string) => ({
  error: { code, message, errors: [{ message, domain, reason }] },
});
