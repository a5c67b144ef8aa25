import type { Config } from '#core/config/config.ts';

/** The context of commands about models. */
export interface ModelsContext {
  config: Config;
  print(line: string): void;
  /** Replaces the last line of the terminal. Absent if the output is no terminal. */
  draw?: ((line: string) => void) | undefined;
  signal: AbortSignal;
}
