const list = (words: string) => new Set(words.split(/\s+/));

/** A sentence does not end after these words, however long the pause; includes Hindi and Bengali words. */
export const NEVER_LAST: ReadonlySet<string> = list(
  `a an the of and or but nor to for from with without in on at by into onto upon as than that which who whose
  my your his her its our their this these those is are was were be been am will would shall should can could
  may might must has had do does did if when while where because although though unless until very more most
  such every each between among through during against toward about i we they he she i'm we're they're you're
  it's that's there's mr mrs ms dr let's not so like near under over behind beside
  का के की को से में पर ने और या कि यह ये वह वे एक इस उस इन उन जो अपना अपने अपनी लेकिन
  ও এবং আর বা কিন্তু যে এই ওই সেই একটি একটা এক তার তাদের আমার আমাদের থেকে দিয়ে জন্য`,
);

/** Sentences often begin with these words. The rest of a sentence rarely contains them. */
export const STARTERS: ReadonlySet<string> = list(
  `i i'm i'll i've we we're we'll we've you're you'll he he's she she's they they're it it's this that's there
  there's these those but now then when today here first second next finally however let's welcome hello hi
  okay yes every`,
);

/** Sentences begin with these words too, but so do many phrases within one. */
export const WEAK_STARTERS: ReadonlySet<string> = list(
  `you that the a my our his her so and if while after before in on at for where who because although one some
  many each most all no well what why how`,
);

/** Words that are followed by a comma at the start of a sentence. */
export const GREETINGS: ReadonlySet<string> = list(`hello hi hey well okay yes no so`);

/** Words that are preceded by a comma if the speaker paused. */
export const CLAUSE_STARTERS: ReadonlySet<string> = list(
  `and but so or because which who when while where although though unless including then if`,
);

export const QUESTION_WORDS: ReadonlySet<string> = list(`who what where when why how`);
export const AUXILIARIES: ReadonlySet<string> = list(
  `is are was were do does did can could should would will has have isn't aren't don't doesn't didn't can't`,
);

/** Always capitalised in English; months and names that are common words are excluded. */
export const PROPER_WORDS: ReadonlySet<string> = list(
  `monday tuesday wednesday thursday friday saturday sunday january february april june july september october
  november december english american americans america british britain england london france french paris
  germany german berlin india indian indians delhi mumbai bengali hindi bangladesh dhaka china chinese japan
  japanese europe european africa african asia asian canada canadian australia spanish spain italian italy
  russia russian christmas easter internet mr mrs ms dr john george william james mary robert david michael
  peter paul thomas york washington california texas chicago`,
);
