/** Texts that once took, or might take, more than linear time. */

/** The repeated part, the end and the beginning of each text. */
export const HOSTILE_SHAPES: Record<string, HostileShape> = {
  'one letter with viramas': ['\u094D', '', 'क'],
  'dots before a letter': ['.', 'a'],
  'letters of a script without spaces': ['漢'],
  'letters, then one of another script': ['a', '漢'],
  'marks out of order': ['\u0315\u0300'],
  'signs that are letters of a script': ['\u0970', '漢'],
  'short forms': ['Dr. '],
  initials: ['A. '],
  spaces: [' ', 'a'],
  'one letter': ['a'],
  'dots and brackets': ['.)', 'a'],
  'digits with signs': ['7:'],
  tags: ['<', 'a'],
  quotes: ['"', 'a'],
  'one letter with joiners': ['\u094D\u200D', '', 'क'],
  'one letter with marks': ['\u0301', '', 'a'],
  viramas: ['\u094D', 'क'],
  'a letter with viramas': ['क्', 'a'],
  'conjuncts with joiners': ['क्\u200D'],
  'skin tones': ['\u{1F3FD}'],
  'joined emoji': ['\u{1F469}\u200D'],
  dots: ['.'],
  'commas before a letter': [',', 'a'],
  'currency of a script': ['\u09F2', 'ন漢'],
  digits: ['7'],
  decimals: ['1.', 'a'],
  'line breaks': ['\n', 'a'],
  words: ['a '],
  'words and signs': ['a . '],
  'plus and equals': [' + =', 'a'],
  addresses: ['www.a.', ' '],
  entities: ['&amp', ';'],
  'override blocks': ['{\\p1}', 'a'],
  'times of words': ['<00:00:01.000>a '],
  drawings: ['m 0 0 l 1 1 '],
};

export type HostileShape = [repeated: string, end?: string, start?: string];

/** Returns a text of a shape with about this many characters. */
export const hostileText = ([repeated, end = '', start = '']: HostileShape, length: number): string =>
  start + repeated.repeat(Math.ceil(length / repeated.length)) + end;
