import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Project } from '#contract/projects.ts';
import { button, lacks, shows, text } from '../../helpers/components/find.ts';
import { makeProject } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const failedVideos = [{ id: 'Made_lost', title: 'Lost', message: 'It is gone.' }];
const FAILED = '“Lost” could not be processed: It is gone.';

const open = (facts: Partial<Project>) => openEditor(makeProject(facts));

async function pressEnter(name: string): Promise<void> {
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('editor notices', () => {
  it('shows the most important notice, and the others after Enter', async () => {
    await open({ notices: ['Nobody speaks in “Waves”.', 'A file is missing.'], failedVideos });
    const other = text('Nobody speaks in “Waves”.');
    await shows(text(FAILED));
    await shows(button('2 more notices'));
    await lacks(other);
    await pressEnter('2 more notices');
    await shows(other);
    await shows(text('A file is missing.'));
    await expect.element(button('Show one notice')).toHaveAttribute('aria-expanded', 'true');
    await pressEnter('Show one notice');
    await lacks(other);
    await shows(text(FAILED));
  });

  it('shows one line of a long notice, and all of it after Enter', async () => {
    const sentence = 'Nobody speaks in “Waves”, which lasts long, and nothing else was found there either. ';
    const long = sentence.repeat(4).trim();
    await open({ notices: [long] });
    const height = () => text(long).element().getBoundingClientRect().height;
    await shows(button('Show all'));
    expect(height()).toBe(20);
    await pressEnter('Show all');
    await expect.poll(height).toBeGreaterThan(20);
    await pressEnter('Show one line');
    await expect.poll(height).toBe(20);
  });

  it('has no button beside a single short notice', async () => {
    await open({ failedVideos });
    await shows(text(FAILED));
    await lacks(page.getByRole('button', { name: /more notices?$|^Show all$/ }));
  });
});
