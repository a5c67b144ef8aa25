import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createUser } from '../../tests/helpers/data/user.ts';
import { testMedia } from '../../tests/helpers/media/test-media.ts';
import { client } from '../../tests/helpers/processes/installation.ts';
import { removeFolder } from '../../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../../tests/helpers/installations/private-installation.ts';

const TALK_SECONDS = 510;
const QUICK_SECONDS = 60;

/** Returns the length of a talk, in seconds. */
const talkSeconds = (quick: boolean): number => (quick ? QUICK_SECONDS : TALK_SECONDS);

/** Opens an installation with a worker, a user, and a talk that can be added to its library. */
export async function openTalk(quick: boolean) {
  const seconds = talkSeconds(quick);
  const { home, library, postgres, redis, installation } = await openPrivateInstallation();
  async function close(): Promise<void> {
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }
  try {
    await installation.startServer();
    const worker = await installation.startWorker();
    const user = await createUser(installation, { packs: [1000] });
    const path = join(home, 'talk.mp4');
    await makeTalk(path, seconds);
    const base = await readFile(path);
    return {
      seconds,
      library,
      installation,
      worker,
      call: client(installation, user.cookie),
      path,
      base,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes a talk of this length, 1280x720 with 25 frames a second, from recorded speech and a recorded picture.
 */
async function makeTalk(path: string, seconds: number): Promise<void> {
  const input = ['-stream_loop', '-1', '-i', testMedia('media/talk.mp4'), '-t', String(seconds)];
  const shape = 'scale=1280:720:force_original_aspect_ratio=increase,crop=1280:720,setsar=1,fps=25';
  const encode = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -c:a aac -b:a 128k'.split(' ');
  const output = ['-map', '0:v:0', '-map', '0:a:0', '-vf', shape, ...encode, path];
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...input, ...output]);
}
