/** Counts steps that follow each other: after one that fails, the others are not run. */
export function createSteps() {
  let passed = 0;
  let failed = 0;
  return {
    async step(title: string, act: () => Promise<string | void>): Promise<void> {
      console.log(`...   ${title}`);
      const start = performance.now();
      try {
        const figure = await act();
        passed += 1;
        const seconds = ((performance.now() - start) / 1000).toFixed(0);
        console.log(`ok    ${title} (${figure ? `${figure}, ` : ''}${seconds} s)`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${title}`);
        throw error;
      }
    },
    /** The closing line. */
    counts: () => `${passed} passed, ${failed} failed`,
  };
}

/** Polls a condition until it holds. @throws Error that names what was awaited */
export async function until(awaited: string, holds: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${awaited}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @throws Error with the sentence, if the fact does not hold */
export function demand(fact: boolean, sentence: string): asserts fact {
  if (!fact) throw new Error(sentence);
}
