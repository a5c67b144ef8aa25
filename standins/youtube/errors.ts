/** An error as Google's APIs word it. */
export const errorBody = (code: number, message: string, reason: string, domain: string) => ({
  error: { code, message, errors: [{ message, domain, reason }] },
});
