import type { Config } from '#core/config/config.ts';

/** What a command on models uses. */
export interface ModelsContext {
  config: Config;
  print(line: string): void;
  /** Replaces the last line of a terminal; absent elsewhere. */
  draw?: ((line: string) => void) | undefined;
  signal: AbortSignal;
}
