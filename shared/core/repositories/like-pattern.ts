/**
 * Returns the pattern of ILIKE for what contains a text. Compare it with `normalize(column, NFD)`: file names of macOS
 * have that form, and without a locale PostgreSQL ignores the case of ASCII letters alone, which accented ones contain.
 */
export const patternOf = (text: string): string => `%${text.normalize('NFD').replaceAll(/[\\%_]/g, '\\$&')}%`;
