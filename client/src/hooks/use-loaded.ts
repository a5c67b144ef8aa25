import { useEffect, useState } from 'react';

/**
 * Loads code when `key` first has a value. Tries again for each other value until the code has arrived,
 * and when the network is back. A message about a lost network must not depend on code from the network:
 * `failed` requests a plain form.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  key: string | number | null,
): { code: T | null; failed: boolean } {
  const [code, setCode] = useState<{ loaded: T } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (key === null || code !== null) return undefined;
    let isCurrent = true;
    const begin = (): void =>
      void load().then(
        (loaded) => isCurrent && setCode({ loaded }),
        () => isCurrent && setFailed(true),
      );
    begin();
    window.addEventListener('online', begin);
    return () => {
      isCurrent = false;
      window.removeEventListener('online', begin);
    };
  }, [load, key, code]);
  return { code: code?.loaded ?? null, failed: failed && code === null };
}
