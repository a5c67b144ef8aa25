import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import type { Proposal } from '#contract/proposals.ts';
import type { Version, VersionChanges } from '#contract/versions.ts';
import { answer, changeAnswer } from '../../browser/answers.ts';
import { button, dialog, PROJECT, type Screen } from '../screen.ts';

const VERSIONS = /\/versions$/;
const PROPOSALS = /\/proposals\/[\w-]+$/;
const CHANGES = /\/versions\/[\w-]+\/changes\?/;

/** One change of each kind. */
const changed = (changes: VersionChanges): VersionChanges => ({
  ...changes,
  film: [{ field: 'aspect', from: '16:9', to: '9:16' }],
  musicLost: true,
  sections: changes.sectionIds.map((sectionId, index) => ({
    sectionId,
    title: `Section ${index + 1}`,
    from: index === 0 ? null : index + 1,
    to: index === 1 ? null : 4 - index,
    moved: index > 1,
    fields:
      index > 1
        ? [
            {
              field: 'text',
              language: 'en',
              from: 'The river begins here.',
              to: 'It begins here.'.repeat(9),
            },
            { field: 'range', from: { start: 0, end: 10 }, to: { start: 1.5, end: 10 } },
          ]
        : [],
    lost: index === 3 ? 'upload' : null,
  })),
});

const PROPOSED = { id: randomUUID(), title: 'Start with the river, and end sooner', changes: 4 };

/** Returns a proposal with one change of each kind. */
function proposalOf(sectionIds: string[]): Proposal {
  const { sections } = changed({ film: [], musicLost: false, sections: [], sectionIds });
  const states = ['open', 'open', 'open', 'stale'] as const;
  return {
    ...PROPOSED,
    status: 'pending',
    language: 'en',
    createdAt: new Date(0).toISOString(),
    decidedAt: null,
    keyName: 'The agent of the editorial office',
    byApp: false,
    cost: { credits: 0, sections: 4, toRender: 3, secondsBefore: 40, seconds: 31.5 },
    sections: sections.slice(0, 4).map((change, index) => {
      const { lost: _, ...section } = change;
      return { ...section, shows: index === 0 ? null : section.sectionId, state: states[index]! };
    }),
    film: {
      fields: [
        { field: 'projectTitle', from: 'Rivers', to: 'Rivers of the world in one minute' },
        { field: 'aspect', from: '16:9', to: '9:16' },
      ],
      state: 'open',
    },
  };
}

export function versions(projectId: string): Screen[] {
  const path = `/?stage=edit&project=${projectId}`;
  const open = async (page: Page) => {
    await page.locator('[data-select]').nth(3).waitFor();
    await button(page, 'Versions').click();
    await button(page, 'Compare version 1').waitFor();
  };
  return [
    {
      name: 'edit: dialog Versions',
      path,
      before: (page) =>
        changeAnswer<Version[]>(page, VERSIONS, (listed) => [
          ...listed,
          { ...listed[0]!, id: null, number: null, language: 'bn' },
        ]),
      shown: async (page) => {
        await open(page);
        await dialog(page, 'Versions').getByText('This version can’t be compared or restored.').waitFor();
      },
    },
    {
      name: 'edit: dialog Versions, compared',
      path,
      before: (page) => changeAnswer<VersionChanges>(page, CHANGES, changed),
      shown: async (page) => {
        await open(page);
        await button(page, 'Compare version 1').click();
        await dialog(page, 'Version 1').getByText('Its upload was deleted').waitFor();
      },
    },
    {
      name: 'edit: dialog Proposed edit',
      path,
      before: async (page) => {
        const ids: string[] = [];
        await changeAnswer<Project>(page, PROJECT, (project) => {
          ids.splice(0, ids.length, ...project.sections.map(({ id }) => id));
          return { ...project, proposals: [PROPOSED] };
        });
        await answer(page, PROPOSALS, () => ({ json: proposalOf(ids) }));
      },
      shown: async (page) => {
        await page.locator('[data-select]').nth(3).waitFor();
        await page.getByRole('button', { name: /notice/ }).click();
        await button(page, `Review “${PROPOSED.title}”`).click();
        await dialog(page, `Proposed edit: ${PROPOSED.title}`).getByText('Added at position 4').waitFor();
      },
    },
    {
      name: 'complete: dialog Earlier versions',
      path: `/?stage=complete&project=${projectId}`,
      before: (page) =>
        changeAnswer<Version[]>(page, VERSIONS, (listed) => [
          { ...listed[0]!, number: 2, isShown: false },
          { ...listed[0]!, isShown: false, file: null, madeAt: new Date(0).toISOString() },
        ]),
      shown: async (page) => {
        await button(page, 'Play earlier versions').click();
        await button(page, 'Play version 2').click();
        await page.getByRole('region', { name: 'Version 2' }).waitFor();
      },
    },
  ];
}
