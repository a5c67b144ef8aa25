/**
 * Returns the ILIKE pattern that matches texts containing a text. Compare it with `normalize(column, NFD)`:
 * file names of macOS are in that form, and without a locale PostgreSQL ignores the case of ASCII letters
 * only, which decomposed accented letters contain.
 */
export const patternOf = (text: string): string => `%${text.normalize('NFD').replaceAll(/[\\%_]/g, '\\$&')}%`;
