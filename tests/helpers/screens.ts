import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { Credits } from '#contract/credits.ts';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { User } from '#contract/users.ts';
import type { Video } from '#contract/videos.ts';
import { makePlayable } from './edit-scene.ts';
import { addFilm } from './film.ts';
import { ffmpeg } from './lavfi.ts';
import { changeAnswer, refuse, type Scene, toast } from './page-scene.ts';
import { createUser } from './platform.ts';
import { createProject } from './project.ts';

/** A route of the page in one of its states. */
export interface Screen {
  /** 'route: state'. */
  name: string;
  path: string;
  /** Sets what the page is answered, before it loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the state about; resolves once it is seen. */
  shown: (page: Page) => Promise<unknown>;
}

/** A screen that takes longer to come is missing. */
const PATIENT_MS = 20_000;

/** The route that a screen is of, in words. */
export const routeOf = ({ name }: Screen): string => name.split(':')[0]!;

const USER = /\/api\/auth\/user$/;
const CREDITS = /\/api\/user\/credits$/;
const LEDGER = /\/api\/user\/credits\/ledger$/;
const STATS = /\/api\/user\/stats$/;
const PROJECT = /\/api\/projects\/[\w-]+(\?[^/]*)?$/;
const VIDEOS = /\/api\/user\/videos(\?[^/]*)?$/;
const SEARCH = /\/api\/videos\/search/;
/** The results have come; beside them the buttons of a card. */
const FOUND = '/?q=river';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const text = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
const connectChannel = (page: Page) =>
  changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: 'Rivers of the world' }));
/** Fills and sends 'Upload Video to YouTube'. */
async function sendToChannel(page: Page): Promise<void> {
  await button(page, 'Upload to YouTube').click();
  const form = dialog(page, 'Upload Video to YouTube');
  const file = { name: 'river.mp4', mimeType: 'video/mp4', buffer: Buffer.from('river') };
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByLabel('Title').fill('The river');
  await form.getByText('river.mp4').waitFor();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
}
/** No answer comes as long as the page is looked at. */
const hold = (page: Page, path: RegExp) => page.route(path, () => undefined);

const video = (index: number): Video => ({
  id: `library_river-${index}`,
  title: `The river ${index}, from its spring in the mountains down to the sea`,
  description: index % 2 === 0 ? null : 'A day on the river with its boats, its bridges and its birds.',
  thumbnail: '/placeholder.svg',
  duration: 61 * index,
  source: 'library',
  sourceId: `river-${index}`,
  views: 'Unknown',
  channel: 'Rivers of the world',
  createdAt: null,
  userId: null,
});

const find = (page: Page, count: number, headers: Record<string, string> = {}) =>
  page.route(SEARCH, (route) =>
    route.fulfill({ json: Array.from({ length: count }, (_, index) => video(index + 1)), headers }),
  );

/** A run as it goes on. */
const runOf = (kind: Run['kind'], projectId: string): Run => ({
  id: randomUUID(),
  kind,
  projectId,
  projectTitle: 'A project',
  language: kind === 'generation' ? 'en' : null,
  status: 'running',
  percentage: 62,
  stage: kind === 'generation' ? 'Rendering sections' : 'Generating transcriptions',
  message: '',
  errorCode: null,
  estimate: { low: 40, high: 80 },
  steps: { done: 3, total: 7, reused: 1 },
  version: 1,
  createdAt: new Date().toISOString(),
  finishedAt: null,
});

/** A user with a shared film of four sections, and every route of the page in each of its states. */
export async function openScreens(scene: Scene): Promise<{
  user: Awaited<ReturnType<typeof createUser>>;
  screens: Screen[];
}> {
  const { platform } = scene;
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-screens-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const film = join(dir, 'film.mp4');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=8', '-pix_fmt', 'yuv420p'];
  const [scanKey] = await Promise.all([
    makePlayable(platform),
    ffmpeg(...input, '-movflags', '+faststart', film),
  ]);
  const user = await createUser(platform, { packs: [10, 50] });
  const { projectId, sections } = await createProject(platform, user.id, { sections: 4 });
  await platform.db
    .updateTable('sections')
    .set({ scan_key: scanKey })
    .where('project_id', '=', projectId)
    .execute();
  await addFilm(platform, {
    userId: user.id,
    projectId,
    bytes: await readFile(film),
    durationMs: 8000,
    vtt: 'WEBVTT\n\n00:00.000 --> 00:08.000\nThe river begins here.\n',
    sections: sections.map(({ id }, index) => ({
      sectionId: id,
      title: `Section ${index + 1}`,
      startMs: index * 2000,
      effectiveMs: 2000,
      fit: { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 },
    })),
  });
  const shared = await fetch(`${scene.url}/api/projects/${projectId}/share`, {
    method: 'POST',
    headers: { cookie: user.cookie, origin: scene.url },
  });
  if (!shared.ok) throw new Error(`The film could not be shared: ${shared.status}`);
  return {
    user,
    screens: [
      ...standing(),
      ...searching(),
      ...processing(projectId),
      ...editing(projectId),
      ...complete(projectId),
      ...library(),
      ...account(),
    ],
  };
}

const signedOut = (page: Page) => refuse(page, USER, 401);

function standing(): Screen[] {
  return [
    {
      name: 'landing: full',
      path: '/',
      before: signedOut,
      shown: (page) => page.getByRole('link', { name: 'Get Started' }).waitFor(),
    },
    {
      name: 'login-error: full',
      path: '/login-error',
      before: signedOut,
      shown: (page) => heading(page, 'Login Failed').waitFor(),
    },
    {
      name: 'not found: full',
      path: '/nowhere',
      shown: (page) => heading(page, '404 Page Not Found').waitFor(),
    },
  ];
}

function searching(): Screen[] {
  const select = async (page: Page) => {
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.click();
    await button(page, 'Process 2 Videos').waitFor();
  };
  return [
    { name: 'search: empty', path: '/', shown: (page) => text(page, 'Start searching for videos').waitFor() },
    {
      name: 'search: loading',
      path: FOUND,
      before: (page) => hold(page, SEARCH),
      shown: (page) => text(page, 'Searching YouTube...').waitFor(),
    },
    {
      name: 'search: full, two selected, a source that failed',
      path: FOUND,
      before: (page) => find(page, 9, { 'X-Source-Errors': 'vimeo: away' }),
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await page.getByText('did not answer').waitFor();
      },
    },
    {
      name: 'search: all selected',
      path: FOUND,
      before: (page) => find(page, 2),
      shown: async (page) => {
        await heading(page, 'All Videos (2)').waitFor();
        await select(page);
        await text(page, 'All videos selected!').waitFor();
      },
    },
    {
      name: 'search: nothing found',
      path: FOUND,
      before: (page) => find(page, 0),
      shown: (page) => text(page, 'No videos found').waitFor(),
    },
    {
      name: 'search: error',
      path: FOUND,
      before: (page) => refuse(page, SEARCH, 502),
      shown: (page) => text(page, 'Search failed').waitFor(),
    },
    {
      name: 'search: dialog Advanced Settings',
      path: '/',
      shown: async (page) => {
        await button(page, 'Advanced Settings').click();
        await heading(page, 'Advanced Settings').waitFor();
      },
    },
    {
      name: 'search: dialog Add Video Manually, refused',
      path: '/',
      shown: async (page) => {
        await button(page, 'Add YouTube video link').click();
        await button(page, 'Add Video').click();
        await dialog(page, 'Add Video Manually').getByRole('alert').waitFor();
      },
    },
    {
      name: 'search: a link that was added',
      path: '/',
      before: (page) => hold(page, /\/api\/videos\/extract$/),
      shown: async (page) => {
        await button(page, 'Add YouTube video link').click();
        await page.getByLabel('Video URL').fill('https://example.com/river.mp4');
        await button(page, 'Add Video').click();
        await heading(page, 'All Videos (1)').waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, under way',
      path: '/',
      before: async (page) => {
        await connectChannel(page);
        await hold(page, /\/api\/youtube\/upload$/);
      },
      shown: async (page) => {
        await sendToChannel(page);
        await page.getByRole('progressbar', { name: 'Uploading river.mp4' }).waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, failed',
      path: '/',
      before: async (page) => {
        await connectChannel(page);
        await refuse(page, /\/api\/youtube\/upload$/, 507, 'The disk is full.');
      },
      shown: async (page) => {
        await sendToChannel(page);
        await page.getByText('The disk is full.').waitFor();
      },
    },
    {
      name: 'search: offline',
      path: '/',
      shown: async (page) => {
        await text(page, 'Start searching for videos').waitFor();
        await page.evaluate(() => {
          Object.defineProperty(navigator, 'onLine', { get: () => false });
          window.dispatchEvent(new Event('offline'));
        });
        await page.getByText(/^You are offline/).waitFor();
      },
    },
    {
      name: 'search: menu of the account',
      path: '/',
      shown: async (page) => {
        await page.getByRole('button', { name: /^(TU )?Account/ }).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'search: toast',
      path: '/',
      shown: async (page) => {
        await button(page, 'Search').click();
        await toast(page, 'Search Required').waitFor();
      },
    },
    {
      name: 'search: dialog that credits are missing',
      path: FOUND,
      before: async (page) => {
        await find(page, 9);
        await refuse(page, /\/api\/projects\/process/, 402);
      },
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await button(page, 'Process 2 Videos').click();
        await page.getByRole('alertdialog', { name: 'Not enough credits' }).waitFor();
      },
    },
    {
      name: 'search: error of the processing',
      path: FOUND,
      before: async (page) => {
        await find(page, 9);
        await refuse(page, /\/api\/projects\/process/, 503, 'Everything is busy.');
      },
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await button(page, 'Process 2 Videos').click();
        await page.getByText('No credit was used.').waitFor();
      },
    },
  ];
}

function processing(projectId: string): Screen[] {
  const path = `/?stage=processing&project=${projectId}`;
  return [
    {
      name: 'processing: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => text(page, 'estimated').waitFor(),
    },
    {
      name: 'processing: full',
      path,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          sections: [],
          processing: runOf('processing', projectId),
        })),
      shown: (page) => text(page, '62%').waitFor(),
    },
    {
      name: 'processing: error',
      path,
      before: (page) => refuse(page, PROJECT, 404),
      shown: (page) => text(page, 'This project does not exist').waitFor(),
    },
  ];
}

function editing(projectId: string): Screen[] {
  const path = `/?stage=edit&project=${projectId}`;
  const ready = (page: Page) => page.locator('[data-select]').nth(3).waitFor();
  const after = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
    name: `edit: ${name}`,
    path,
    shown: async (page) => {
      await ready(page);
      await act(page);
    },
  });
  const opens = (opener: string, name: string): Screen =>
    after(`dialog ${name}`, async (page) => {
      // Where there is little room, some of the editor is behind a tab.
      const behind = page.getByRole('tab', { name: 'Text and range' });
      if (!(await button(page, opener).isVisible()) && (await behind.isVisible())) await behind.click();
      await button(page, opener).click();
      await page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor();
    });
  return [
    {
      name: 'edit: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => page.locator('.animate-pulse-soft').first().waitFor(),
    },
    after('full', () => Promise.resolve()),
    {
      name: 'edit: empty',
      path,
      before: (page) => changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [] })),
      shown: (page) => text(page, 'No sections left').waitFor(),
    },
    {
      name: 'edit: generating, with notices',
      path,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          notices: ['No credible speech was found in “Video 1”: its sections follow the shots.'],
          failedVideos: [{ id: 'library_gone', title: 'A video that is gone', message: 'It is gone.' }],
          generation: runOf('generation', projectId),
        })),
      shown: async (page) => {
        await ready(page);
        await page.getByRole('region', { name: 'Generation' }).waitFor();
      },
    },
    {
      name: 'edit: error',
      path,
      before: (page) => refuse(page, PROJECT, 503),
      shown: (page) => text(page, 'The project could not be read').waitFor(),
    },
    after('several checked', async (page) => {
      for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select Section ${n}` }).check();
      await text(page, '2 selected').waitFor();
    }),
    after('deleted, with its toast', async (page) => {
      await page.route(/\/api\/sections\//, (route) => route.fulfill({ status: 204 }));
      await button(page, 'Delete Section 2').click();
      await toast(page, 'Section Removed').waitFor();
    }),
    after('film options', async (page) => {
      await page.getByRole('button', { name: /^Film options/ }).click();
      await page.getByLabel('Quality').waitFor();
    }),
    opens('Add New Section', 'Add New Section'),
    opens('Edit Section', 'Edit Section'),
    opens('Move Section 1 to…', 'Move to…'),
    opens('Deleted sections', 'Deleted sections'),
    opens('Reset', 'Reset all sections?'),
    opens('Keyboard shortcuts', 'Keyboard shortcuts'),
  ];
}

function complete(projectId: string): Screen[] {
  const path = `/?stage=complete&project=${projectId}`;
  const without = (generation: Run | null) => (page: Page) =>
    changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      films: [],
      finalVideoLink: null,
      shareUrl: null,
      generation,
    }));
  return [
    {
      name: 'complete: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => page.locator('.animate-pulse-soft').first().waitFor(),
    },
    {
      name: 'complete: full, shared',
      path,
      shown: (page) => heading(page, 'Video Generated Successfully!').waitFor(),
    },
    {
      name: 'complete: in progress',
      path,
      before: without(runOf('generation', projectId)),
      shown: (page) => page.getByRole('region', { name: 'Generation' }).waitFor(),
    },
    {
      name: 'complete: empty',
      path,
      before: without(null),
      shown: (page) => text(page, 'No film is being made in this language.').waitFor(),
    },
    {
      name: 'complete: error',
      path,
      before: (page) => refuse(page, PROJECT, 503),
      shown: (page) => text(page, 'The project could not be read').waitFor(),
    },
  ];
}

function library(): Screen[] {
  const path = '/?stage=videolist';
  const card = (page: Page) => page.getByRole('article').first().waitFor();
  const more = async (page: Page) => {
    await card(page);
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click();
  };
  return [
    {
      name: 'video list: loading',
      path,
      before: (page) => hold(page, VIDEOS),
      shown: (page) => page.locator('.animate-pulse-soft').nth(5).waitFor(),
    },
    {
      name: 'video list: full',
      path,
      before: (page) =>
        changeAnswer<ProjectSummary[]>(page, VIDEOS, ([done]) =>
          (['completed', 'draft', 'processing', 'failed'] as const).map((status) => ({
            ...done!,
            id: status === 'completed' ? done!.id : randomUUID(),
            title: `A ${status} project`,
            status,
            finalVideoLink: status === 'completed' ? done!.finalVideoLink : null,
            run: status === 'processing' ? runOf('generation', done!.id) : null,
          })),
        ),
      shown: (page) => page.getByRole('article').nth(3).waitFor(),
    },
    {
      name: 'video list: empty',
      path,
      before: (page) => changeAnswer(page, VIDEOS, () => []),
      shown: (page) => button(page, 'Create Your First Video').waitFor(),
    },
    {
      name: 'video list: empty search',
      path,
      shown: async (page) => {
        await card(page);
        await page.getByRole('searchbox', { name: 'Search your videos' }).fill('nothing of the kind');
        await button(page, 'Show All').waitFor();
      },
    },
    {
      name: 'video list: error',
      path,
      before: (page) => refuse(page, VIDEOS, 500),
      shown: (page) => text(page, 'Failed to fetch videos').waitFor(),
    },
    {
      name: 'video list: menu of a card',
      path,
      shown: async (page) => {
        await more(page);
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'video list: dialog Rename',
      path,
      shown: async (page) => {
        await more(page);
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await dialog(page, 'Rename').waitFor();
      },
    },
    {
      name: 'video list: dialog Recently deleted',
      path,
      shown: async (page) => {
        await card(page);
        await button(page, 'Recently deleted').click();
        await dialog(page, 'Recently deleted').waitFor();
      },
    },
  ];
}

function account(): Screen[] {
  const settings = (page: Page) => heading(page, 'Settings').waitFor();
  const offers = (page: Page) => heading(page, 'How credits work').waitFor();
  return [
    {
      name: 'profile: loading',
      path: '/profile',
      before: async (page) => {
        await hold(page, STATS);
        await hold(page, CREDITS);
      },
      shown: (page) => heading(page, 'Profile').waitFor(),
    },
    { name: 'profile: full', path: '/profile', shown: (page) => text(page, 'Active User').waitFor() },
    {
      name: 'profile: error',
      path: '/profile',
      before: (page) => refuse(page, STATS, 500),
      shown: (page) => text(page, 'Active User').waitFor(),
    },
    {
      name: 'settings: full, with a channel',
      path: '/settings',
      before: (page) =>
        changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: 'Rivers of the world' })),
      shown: (page) => button(page, 'Disconnect YouTube').waitFor(),
    },
    {
      name: 'settings: changed',
      path: '/settings',
      shown: async (page) => {
        await settings(page);
        await page.getByRole('switch').first().click();
        await button(page, 'Save Changes').waitFor();
      },
    },
    {
      name: 'settings: dialog to leave',
      path: '/settings',
      shown: async (page) => {
        await settings(page);
        await page.getByRole('switch').first().click();
        await page.getByRole('link', { name: 'View Profile' }).click();
        await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
      },
    },
    {
      name: 'settings: dialog Delete Account',
      path: '/settings',
      shown: async (page) => {
        await button(page, 'Delete Account').click();
        await dialog(page, 'Delete Account').waitFor();
      },
    },
    {
      name: 'billing: loading',
      path: '/billing',
      before: async (page) => {
        await hold(page, CREDITS);
        await hold(page, LEDGER);
      },
      shown: offers,
    },
    { name: 'billing: full', path: '/billing', shown: offers },
    {
      name: 'billing: empty',
      path: '/billing?purchase=cancelled',
      before: async (page) => {
        await changeAnswer<Credits>(page, CREDITS, (credits) => ({
          ...credits,
          totalCredits: 0,
          availablePacks: [],
          allPacks: [],
        }));
        await changeAnswer(page, LEDGER, () => []);
      },
      shown: offers,
    },
    {
      name: 'billing: error',
      path: '/billing',
      before: async (page) => {
        await refuse(page, CREDITS, 500);
        await refuse(page, LEDGER, 500);
      },
      shown: (page) => text(page, 'Your credits could not be read.').waitFor(),
    },
  ];
}

/**
 * Shows every screen in turn on a page of its own, a few at once, and collects what `look` found there. A screen
 * that does not come about is a finding too.
 */
export async function lookAtAll(
  lanes: (() => Promise<Page>)[],
  screens: Screen[],
  look: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const waiting = [...screens];
  const found: string[] = [];
  const work = async (newPage: () => Promise<Page>) => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const page = await newPage();
      try {
        page.setDefaultTimeout(PATIENT_MS);
        // What moves would be measured in the middle of its way.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await screen.before?.(page);
        await page.goto(screen.path);
        await screen.shown(page);
        found.push(...(await look(page, screen)).map((line) => `${screen!.name}: ${line}`));
      } catch (error) {
        found.push(`${screen.name}: ${String(error).split('\n').slice(0, 4).join(' ')}`);
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.close();
      }
    }
  };
  await Promise.all(lanes.map(work));
  return found;
}

/** Frames in which a page comes to rest: an open menu finds its place anew only after the window has changed. */
const FRAMES_TO_REST = 30;

/** What stands out of the page to the right, or of its window, and cannot be scrolled to. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(async (frames) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const look = (): string[] => {
      const width = document.documentElement.clientWidth;
      const out = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, video')]
        .filter((element) => {
          const { left, right, width: own } = element.getBoundingClientRect();
          return own > 1 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
        })
        .map((element) => `${element.tagName} “${(element.textContent || element.ariaLabel)?.slice(0, 40)}”`);
      const pageWidth = document.documentElement.scrollWidth;
      return pageWidth > width ? [`the page is ${pageWidth} wide`, ...out] : out;
    };
    let found = look();
    for (let frame = 0; frame < frames && found.length > 0; frame += 1) {
      await new Promise((next) => requestAnimationFrame(next));
      found = look();
    }
    return found;
  }, FRAMES_TO_REST);
}
