import { SourceError } from './source-error.ts';

const AT_ONCE = 5;

/**
 * Describes hits that each need a request of their own, several concurrently and in order. Hits whose
 * description fails or is `null` are left out.
 * @throws SourceError if all fail, or as soon as the source reports too many requests
 */
export async function describeAll<Hit, Description>(
  hits: Hit[],
  describe: (hit: Hit) => Promise<Description | null>,
  signal: AbortSignal,
): Promise<Description[]> {
  const descriptions: (Description | null)[] = [];
  const errors: SourceError[] = [];
  const remaining = hits.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, hit] of remaining) {
        // Further requests would only make it worse.
        if (errors.some(isTooOften)) return;
        try {
          descriptions[index] = await describe(hit);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof SourceError)) throw error;
          errors.push(error);
        }
      }
    }),
  );
  const fatal = errors.find(isTooOften) ?? (errors.length === hits.length ? errors[0] : undefined);
  if (fatal) throw fatal;
  return descriptions.filter((description) => description !== null && description !== undefined);
}

const isTooOften = ({ code }: SourceError) => code === 'quota';
