import { access, constants } from 'node:fs/promises';
import { parseConfig } from '#core/config/config.ts';

const PAUSE_MS = 500;

/**
 * Checks what containers need before a store starts: a valid configuration, writable folders, and the
 * stand-ins if the configuration uses them. A database that starts with the public password keeps it.
 * @param waitMs how long the stand-ins may take to start
 * @returns what is wrong and what to do, or `null`
 */
export async function checkStart(
  env: Record<string, string | undefined>,
  waitMs: number,
): Promise<string | null> {
  let config;
  try {
    config = parseConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  for (const [name, folder] of [
    ['DATA_DIR', config.dataDir],
    ['MODELS_DIR', config.modelsDir],
  ] as const) {
    if (await isWritable(folder)) continue;
    const user = process.getuid?.() ?? 'of the containers';
    return `${folder} is not writable for the user ${user}. Give that user the folder that ${name} names: chown -R ${user} FOLDER.`;
  }
  const signsInByStandIn = config.signIn.providers.some(({ standIn }) => standIn);
  if (signsInByStandIn && config.standinsUrl && !(await answers(config.standinsUrl, waitMs))) {
    return 'Local mode needs the stand-ins: docker compose --profile local up. Otherwise set CUTROOM_MODE=production in .env.';
  }
  return null;
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Whether the stand-in of the sign-in answers within the given time. */
async function answers(standinsUrl: string, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  const url = `${standinsUrl}/standins/oidc/.well-known/openid-configuration`;
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PAUSE_MS * 4) }).catch(() => null);
    if (answer?.ok) return true;
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
