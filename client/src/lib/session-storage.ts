/** Reads JSON stored in this tab. Unreadable data is ignored. */
export function readSession<T>(key: string): T | null {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function writeSession(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If storage is full or forbidden, the data only does not survive a reload.
  }
}
