import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { makePlayable, openEditStage } from './edit-scene.ts';
import { addFilm } from '../data/film.ts';
import { ffmpeg } from '../media/lavfi.ts';
import { makeOnce } from '../media/make-once.ts';
import { openScene } from './page-scene.ts';

const SECONDS = 12;
const FIT = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };

interface Own {
  userId: string;
  projectId: string;
  ids: string[];
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/**
 * Returns an MP4 box that players skip. It makes a film's bytes unique, since films of equal bytes share
 * their chapters.
 */
function freeBox(text: string): Buffer {
  const box = Buffer.from(`....free${text}`);
  box.writeUInt32BE(box.length);
  return box;
}

/**
 * Serves the built page over an API in this process, with projects whose video plays and a film of three
 * sections of 4 s.
 */
export async function openFilms() {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-complete-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'film.mp4');
  const scene = await openScene();
  const { backend } = scene;
  const input = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=160x90:r=10:d=${SECONDS}`,
    '-g',
    '5',
    '-pix_fmt',
    'yuv420p',
  ];
  const [scan] = await Promise.all([
    makePlayable(backend),
    makeOnce(input, path, (making) => ffmpeg(...input, '-movflags', '+faststart', making)),
  ]);
  const bytes = await readFile(path);

  /** A film of three sections of 4 s. */
  const withFilm = ({ userId, projectId, ids }: Own) =>
    addFilm(backend, {
      userId,
      projectId,
      bytes: Buffer.concat([bytes, freeBox(projectId)]),
      durationMs: SECONDS * 1000,
      sections: ids.map((sectionId, index) => ({
        sectionId,
        title: `Section ${index + 1}`,
        startMs: index * 4000,
        effectiveMs: 4000,
        fit: FIT,
      })),
    });
  const open = (prepare?: (own: Own) => Promise<unknown>, before?: (page: Page) => Promise<void>) =>
    openEditStage(scene, scan, {
      ...(prepare && { prepare }),
      ...(before && { before: ({ page }) => before(page) }),
    });
  /** Opens the page of the film. */
  async function openFilm(prepare: ((own: Own) => Promise<unknown>) | undefined = withFilm) {
    const visit = await open(prepare);
    await visit.page.goto(`/?project=${visit.projectId}&stage=complete`);
    await heading(visit.page, 'Video Generat').waitFor();
    return visit;
  }
  return { scene, backend, withFilm, open, openFilm };
}
