import { Readable } from 'node:stream';
import { runCli } from '../../../client-sdk/cli/run.mjs';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

interface Options {
  /** What the command reads from stdin. */
  input?: string;
  signal?: AbortSignal;
  home?: string;
  onStderr?: (text: string) => void;
}

/** Runs a command of the command line in this process, as in a pipe. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
  { input = '', signal = new AbortController().signal, home = '/nowhere', onStderr }: Options = {},
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
      if (name === 'stderr') onStderr?.(text);
    },
  });
  const code = await runCli(args, {
    env,
    platform: 'linux',
    home,
    stdin: Readable.from([input]) as NodeJS.ReadStream,
    stdout: streamOf('stdout'),
    stderr: streamOf('stderr'),
    signal,
  });
  return { code, ...written };
}
