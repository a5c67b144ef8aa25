/** Reads JSON stored in this tab; unreadable data counts as none. */
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
    // If storage is full or forbidden, only the survival of a reload is lost.
  }
}
