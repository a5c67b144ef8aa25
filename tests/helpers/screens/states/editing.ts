import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import type { User } from '#contract/users.ts';
import type { Answer } from '#contract/calls/define-call.ts';
import type * as calls from '#contract/calls/index.ts';
import { answer, changeAnswer, hold, refuse } from '../../browser/answers.ts';
import { toast } from '../../browser/page-scene.ts';
import { chooseTool, openTab } from '../../browser/edit-scene.ts';
import { textField } from '../../browser/player.ts';
import { button, dialog, mayAsk, PROJECT, runOf, type Screen, text, USER } from '../screen.ts';
import { musicDialogs } from '../music-dialogs.ts';

type GenerationPlan = Answer<typeof calls.readGenerationPlan>;
const PLAN = /\/generation-plan\?/;
const SQUARE_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="white"/></svg>';
const SQUARE: Section['preview'] = {
  videoUrl: null,
  thumbnailUrl: `data:image/svg+xml,${encodeURIComponent(SQUARE_IMAGE)}`,
  peaksUrl: null,
  peaksPerSecond: 0,
  storyboard: null,
  duration: 3,
};

/** From 1440 px the toolbar has room for everything. */
const BELOW_1440 = { width: 1280, height: 800 };
const NARRATED = { narrated: true, voice: 'narrated', sound: 'narrated', voiceReason: 'chosen' } as const;

type Tab = Parameters<typeof openTab>[1];

/** On small screens, a part of the editor is behind a tab. */
async function showText(page: Page): Promise<void> {
  const behind = page.getByRole('tab', { name: 'Text and range' });
  if (await behind.isVisible()) await behind.click();
}

export function editing(projectId: string): Screen[] {
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
  const opens = (opener: string, name: string, tab?: Tab): Screen =>
    after(`dialog ${name}`, async (page) => {
      if (tab) await openTab(page, tab);
      else if (!(await button(page, opener).isVisible())) await showText(page);
      await button(page, opener).click();
      await page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor();
    });
  const generating = (name: string, run: Partial<Run>, shown: (page: Page) => Promise<unknown>): Screen => ({
    name: `generate: ${name}`,
    path: `/?stage=generate&project=${projectId}`,
    ownPage: true,
    before: async (page) => {
      await mayAsk(page);
      await changeAnswer<Project>(page, PROJECT, (project) => ({
        ...project,
        generation: { ...runOf('generation', projectId), ...run },
      }));
    },
    shown: async (page) => {
      await ready(page);
      await page.getByRole('navigation', { name: 'Steps' }).getByText('Generate Video').waitFor();
      await shown(page);
    },
  });
  /** Returns the project with changed data of the first section. */
  const first = (
    name: string,
    facts: Partial<Section>,
    shown: string,
    { plan = {}, tab = 'Text' }: { plan?: Partial<GenerationPlan>; tab?: Tab } = {},
  ): Screen => ({
    name: `edit: ${name}`,
    path,
    before: async (page) => {
      await changeAnswer<GenerationPlan>(page, PLAN, (answer) => ({ ...answer, ...plan }));
      await changeAnswer<Project>(page, PROJECT, (project) => ({
        ...project,
        sections: project.sections.map((section, index) =>
          index === 0 ? { ...section, ...facts } : section,
        ),
      }));
    },
    shown: async (page) => {
      await ready(page);
      await openTab(page, tab);
      await page.getByText(shown).filter({ visible: true }).first().waitFor();
    },
  });
  const planned = (
    name: string,
    plan: Partial<GenerationPlan>,
    shown: (page: Page) => Promise<unknown>,
  ): Screen => ({
    name: `edit: ${name}`,
    path: `${path}&lang=hi`,
    before: (page) => changeAnswer<GenerationPlan>(page, PLAN, (answer) => ({ ...answer, ...plan })),
    shown: async (page) => {
      await ready(page);
      await shown(page);
    },
  });
  return [
    ...musicDialogs(path, ready),
    after('the whole film', async (page) => {
      await button(page, 'Play film').click();
      await page.getByRole('region', { name: 'Film preview' }).waitFor();
    }),
    planned('texts to translate', { untranslated: 4, readAsWritten: 1 }, async (page) => {
      await button(page, '2 notices').click();
      await page.getByText('3 texts will be translated when you generate.').waitFor();
    }),
    after('words found in all sections', async (page) => {
      await button(page, 'Find and replace').click();
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('e');
      await page.getByRole('textbox', { name: 'Find', exact: true }).press('Enter');
      await page.getByRole('search').locator('mark').waitFor();
    }),
    {
      name: 'edit: translating',
      path: `${path}&lang=hi`,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          translation: { ...runOf('translation', projectId), language: 'hi', estimate: null },
        })),
      shown: async (page) => {
        await button(page, 'Notices, 1 in progress').click();
        await page.getByText('3 of 6 translations').waitFor();
      },
    },
    generating('begun', { status: 'queued', percentage: 0, stage: 'Waiting', estimate: null }, (page) =>
      button(page, 'Notify me').waitFor(),
    ),
    generating(
      'half done',
      { percentage: 48.25, message: 'Rendering section 2 of 4: 0:04 of 0:10' },
      (page) => page.getByText('Rendering section 2 of 4: 0:04 of 0:10').waitFor(),
    ),
    generating('finishing', { percentage: 99, stage: 'Joining the video', estimate: null }, (page) =>
      text(page, 'Finishing…').waitFor(),
    ),
    {
      name: 'edit: failed, with the section',
      path,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          generation: {
            ...runOf('generation', projectId),
            status: 'failed',
            failedSectionId: project.sections[2]!.id,
            message: 'Section “Section 3” could not be made to fit the video.',
          },
        })),
      shown: async (page) => {
        await button(page, '1 notice').click();
        await button(page, 'Show the section').waitFor();
      },
    },
    first(
      'a text that is not translated',
      {
        transcription: 'नदी यहाँ एक छोटी धारा के रूप में शुरू होती है।',
        textSource: 'untranslated',
        textLanguage: 'hi',
        narrated: true,
        voice: 'narrated',
        voiceReason: 'other_language',
      },
      'Hindi text, not translated',
      { plan: { readAsWritten: 1 } },
    ),
    first(
      'a narration that is longer than its section',
      {
        transcription: 'The river begins here, where nobody has ever been. '.repeat(6),
        textSource: 'written',
        ...NARRATED,
        effectiveDuration: 18.4,
        effectiveEstimated: true,
        lowerName: 'Maya Rahman',
        fit: null,
      },
      'Too long:',
    ),
    first(
      'an image that fills the film, and its handle',
      { media: 'image', framing: 'fill', zoom: 'in', titled: true, preview: SQUARE },
      'Crop',
      { tab: 'Frame' },
    ),
    first('a title card', { media: 'none', cardFrame: 'before', preview: null }, 'No video comes before', {
      tab: 'Frame',
    }),
    first('the sound of a narrated section', { ...NARRATED, fit: null }, 'Voice', { tab: 'Sound' }),
    first('its captions', {}, 'Import subtitles…', { tab: 'Captions' }),
    first('a crossfade', { transition: 'crossfade' }, 'Transition length', { tab: 'Join' }),
    {
      name: 'edit: dialog Unsaved changes',
      path,
      before: (page) =>
        changeAnswer<User>(page, USER, (user) => ({
          ...user,
          settings: { ...user.settings, autoSave: false },
        })),
      shown: async (page) => {
        await ready(page);
        await showText(page);
        await (await textField(page)).fill('Not saved yet.');
        await button(page, 'My Videos').click();
        await dialog(page, 'Unsaved changes').waitFor();
      },
    },
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
          failedVideos: [{ id: 'library_gone', title: 'Lost', message: 'It is gone.', retryable: true }],
          generation: runOf('generation', projectId),
        })),
      shown: async (page) => {
        await ready(page);
        await button(page, '2 notices, 1 in progress').click();
        await page.getByRole('region', { name: 'Generation' }).waitFor();
      },
    },
    {
      name: 'edit: error',
      path,
      before: (page) => refuse(page, PROJECT, 503),
      shown: (page) => text(page, 'The project could not be loaded').waitFor(),
    },
    after('several checked', async (page) => {
      for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select Section ${n}` }).check();
      await text(page, '2 selected').waitFor();
    }),
    after('deleted, with its toast', async (page) => {
      await answer(page, /\/api\/sections\//, () => ({ status: 204 }));
      await chooseTool(page, 'Section 2', 'Delete Section 2');
      await toast(page, 'Section Removed').waitFor();
    }),
    { ...after('menu of the toolbar', (page) => button(page, 'Menu').click()), size: BELOW_1440 },
    after('film options', async (page) => {
      await page.getByRole('button', { name: /^Film options/ }).click();
      await page.getByLabel('Quality').waitFor();
      await page.getByRole('checkbox', { name: /^Burn in captions/ }).check();
      await page.getByLabel('Colour').waitFor();
    }),
    after('its title is blank', async (page) => {
      await button(page, 'Rename project').click();
      await page.getByRole('textbox', { name: 'Project title' }).fill('');
      await text(page, 'Please enter a title.').waitFor();
    }),
    after('menu of a sound', async (page) => {
      await page
        .getByRole('button', { name: /^Sound of Section 2/ })
        .first()
        .click();
      await page.getByRole('menuitemradio', { name: /^Muted/ }).waitFor();
    }),
    opens('Add New Section', 'Add New Section'),
    opens('Edit Section', 'Edit Section'),
    opens('Move Section 1 to…', 'Move to…'),
    opens('Deleted sections', 'Deleted sections'),
    opens('Reset', 'Reset all sections?'),
    opens('Keyboard shortcuts', 'Keyboard shortcuts'),
    opens('Export', 'Export'),
    opens('Import subtitles…', 'Import subtitles', 'Captions'),
    opens('Transcribe again…', 'Transcribe again', 'Captions'),
  ];
}
