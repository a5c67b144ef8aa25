const list = (words: string) => new Set(words.split(/\s+/));

/** English words that carry little meaning on their own. A title never begins or ends with one. */
export const STOP_WORDS: ReadonlySet<string> = list(
  `a about above after again against all almost alone along already also although always am among an and
  another any anybody anyone anything are aren't around as ask at away b back be became because become been
  before behind being below between both but by c can can't cannot come could couldn't d did didn't do does
  doesn't doing don't done down during e each either else even ever every everyone everything f far few find
  first for from g get gets getting give given go goes going gonna gone good got gotta great h had hadn't has
  hasn't have haven't having he he'd he'll he's hello her here here's hers herself hey hi him himself his how
  however i i'd i'll i'm i've if in including indeed instead into is isn't it it'd it'll it's its itself j just k keep
  kind know l last least less let let's like little lot m made make makes making many may maybe me mean might
  mine more most mr mrs ms much must my myself n need never next no nobody none nor not nothing now o of off
  oh ok okay often on once one ones only onto or other others our ours ourselves out over own p per perhaps
  please put q quite r rather really right s said same saw say says see seem seemed seems she she's should
  shouldn't since so some somebody someone something sometimes soon still such t take than thank thanks that
  that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've
  thing things think this those though through thus to today together too toward two u under until unto up
  upon us use used very via w want wanted wants was wasn't way we we'd we'll we're we've welcome well went were
  weren't what what's whatever when where where's whether which while who who's whole whom whose why will with
  within without won't would wouldn't x y yeah yes yet you you'd you'll you're you've your yours yourself z`,
);

/** Hindi and Bengali words that carry little meaning on their own. */
const OTHER_STOP_WORDS: ReadonlySet<string> = list(
  `का के की को से में पर ने और या कि यह ये वह वे एक इस उस इन उन जो है हैं था थे थी हो कर भी नहीं तो ही
  ও এবং আর বা কিন্তু যে এই ওই সেই একটি একটা এক তার তাদের আমার আমাদের থেকে দিয়ে জন্য না হয় করে কি এর`,
);

/** Whether a word, in lower case, carries little meaning on its own in any of the languages. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word) || OTHER_STOP_WORDS.has(word);
