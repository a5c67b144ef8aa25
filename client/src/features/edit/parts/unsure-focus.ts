/** Goes to the next word of the transcript that may be misheard, after the focused one; after the last, to the first. */
export function goToNextUnsure(): void {
  const words = [...document.querySelectorAll<HTMLElement>('[data-word][data-unsure]')];
  const focused = document.activeElement?.closest('[data-word]');
  const next = words.find(
    (word) => focused && focused.compareDocumentPosition(word) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const word = next ?? words[0];
  word?.focus();
  word?.scrollIntoView({ block: 'nearest' });
  word?.click();
}
