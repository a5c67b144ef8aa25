const KEY = 'cutroom.keys-off';

/** Whether the creator switched off single-letter keys. */
export function keysAreOff(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function setKeysOff(off: boolean): void {
  if (off) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}
