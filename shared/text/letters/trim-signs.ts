const SIGNS_AT_ENDS = /^[\p{P}\p{S}]+|(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/gu;

/** Returns a word without the punctuation and symbols around it. */
export const trimSigns = (word: string): string => word.replaceAll(SIGNS_AT_ENDS, '');
