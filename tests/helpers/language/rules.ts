/** A phrase that is hard to understand, and what to write instead. */
export interface Rule {
  pattern: RegExp;
  instead: string;
}

/** The longest description of a comment, without its tags, in characters. */
export const LONGEST_COMMENT = 450;
/** The longest sentence of a comment, in words. */
export const LONGEST_SENTENCE = 40;
/** The longest title of a test, in characters. It is one line of a log, after its describe blocks. */
export const LONGEST_TITLE = 100;

/** Phrases for comments and titles. A word in backticks or quotes is a name, not a phrase. */
export const PROSE: readonly Rule[] = [
  { pattern: /\b(?:is|are|was|were) none\b/, instead: 'name what is missing' },
  { pattern: /\bof it(?=[.,;:)]|$)/, instead: 'name the noun' },
  { pattern: /\bso (?:many|much of)\b/, instead: 'a number, a limit' },
  { pattern: /\bwhat (?:is|was) (?:drawn|heard|meant|read|said|seen|shown)\b/, instead: 'name the noun' },
  { pattern: /\banew\b/, instead: 'again' },
  { pattern: /\blately\b/, instead: 'recently' },
  { pattern: /\bfor good\b/, instead: 'permanently' },
  { pattern: /\bat once\b/, instead: 'concurrently, immediately' },
  { pattern: /\ball the same\b/, instead: 'nevertheless' },
  { pattern: /(?<!`)\b[Nn]obody\b/, instead: 'no one, no user' },
  { pattern: /\bof no use\b|\bno matter of\b/, instead: 'invalid, has no effect' },
  { pattern: /\bgo(?:es)? by\b/, instead: 'is selected by, follows' },
  { pattern: /\bgo(?:es|ing|ne)? on\b|\bwent on\b/, instead: 'continue, resume' },
  { pattern: /\bgone back\b/, instead: 'restored' },
  { pattern: /(?<!`)\b(?:told|tells?|telling)\b(?!`)/, instead: 'report, notify, contain, distinguish' },
  { pattern: /\b(?:take|takes|taken|taking|took) back\b/, instead: 'undo, restore, revoke' },
  { pattern: /\b(?:give|gives|given|giving|gave) back\b/, instead: 'return, release, restore' },
  { pattern: /\bstands? (?:in|for)\b/, instead: 'is, replaces, represents' },
  { pattern: /(?<![`'"]|@param )\b(?:un)?(?:heard|hears)\b(?![`'"])/, instead: 'transcribe, audible, play' },
  { pattern: /\bunder way\b/, instead: 'running, in progress' },
  { pattern: /\bwish(?:es|ed)?\b/, instead: 'request, option, target' },
  { pattern: /\bleash\b/, instead: 'limit' },
  { pattern: /\bas usual\b|\bunusual\b/, instead: 'default, non-default' },
  { pattern: /\blook(?:s|ed|ing)? at\b/, instead: 'inspect, check' },
  { pattern: /\blong as it takes\b/, instead: 'a limit, a unit' },
];

/** Phrases for comments alone. */
export const COMMENTS: readonly Rule[] = [
  { pattern: /^(?:Null|Undefined)\b/, instead: '`null` if …' },
  {
    pattern: /(?<!`)\b(?:null|undefined) (?:if|when|where|while|for|until|once|before|without)\b/,
    instead: '`null` if …',
  },
  {
    pattern: /^(?:True|False) (?:if|when|where|while|until|once)\b/,
    instead: 'Whether …, Returns `true` if …',
  },
  { pattern: /^(?:How|Where|When) it\b/, instead: 'name the noun' },
  {
    pattern: /^(?:Raise|Increase) (?:it|this|them)\b/,
    instead: 'name the constant, then when to increase it',
  },
  { pattern: /^The most [a-z]+s\b(?! stable)/, instead: 'the maximum number of' },
  { pattern: /^The least (?!recently)/, instead: 'the minimum' },
];

/** Phrases for titles alone. */
export const TITLES: readonly Rule[] = [
  { pattern: /^(?:is|are) (?:said|noticed|known)\b/, instead: 'reports …, shows …' },
  { pattern: /\b(?:says|tells)\b/, instead: 'reports, shows, explains, contains' },
  { pattern: /\.$/, instead: 'a title without a full stop' },
  { pattern: /\b(?:clicks|fingers?|user) alone\b/, instead: 'only' },
  { pattern: /\bby keys\b|\bkeys alone\b/, instead: 'by keyboard' },
  { pattern: /^(?:has|have) (?:it|none)\b/, instead: 'name the noun' },
];

/** Phrases for texts of the product: messages, labels and log lines. */
export const TEXTS: readonly Rule[] = [
  { pattern: /\banew\b/, instead: 'again' },
  { pattern: /\blately\b/, instead: 'recently' },
  { pattern: /\b[Nn]obody (?:can|else|has|here|is|was|who|will)\b/, instead: 'no one' },
  { pattern: /\bof no use\b/, instead: 'cannot be used' },
  { pattern: /\bgone back\b/, instead: 'restore' },
  { pattern: /\b(?:is|are|was|were) told\b|\btold of\b/, instead: 'report, notify' },
  { pattern: /\b(?:gives?|given) back\b/, instead: 'return, refund' },
  { pattern: /\btaken? back\b/, instead: 'undo, restore, revoke' },
];

/** Words for parts of declared names, such as "heard" in `heardText`. */
export const NAMES: readonly Rule[] = [
  { pattern: /^wish(?:es|ed)?$/, instead: 'request, options, target' },
  { pattern: /^(?:un)?heard$/, instead: 'transcript, audible' },
  { pattern: /^kept$/, instead: 'stored, cached, retained' },
  { pattern: /^(?:tell|tells|told)$/, instead: 'report, notify' },
  { pattern: /^goes$/, instead: 'continue, follow' },
  { pattern: /^(?:anew|lately|leash)$/, instead: 'again, recent, limit' },
];

/** Whole names, such as "found" for the result of a search. */
export const BARE_NAMES: readonly Rule[] = [
  {
    pattern:
      /^(?:asked|found|given|gone|heard|kept|known|made|meant|promised|said|shown|taken|told|wanted)$/i,
    instead: 'a noun for the value',
  },
  { pattern: /^(?:LEAST|MOST)_/, instead: 'MIN, MAX' },
];
