import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { ProjectSubjects } from '#contract/project-subjects.ts';
import type { Section } from '#contract/sections.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, openTab, press, region, shows } from '../../helpers/components/find.ts';
import { push } from '../../helpers/components/socket.ts';
import { details } from '../../helpers/served/editing.ts';
import { makeProject, makeRun, makeSection } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const face = (atMs: number, x: number) => ({ atMs, faces: [{ x, y: 0.5, width: 0.05, height: 0.1 }] });
const subjectsOf = (
  sections: readonly Section[],
  samples: ReturnType<typeof face>[] | null,
  installed = true,
): ProjectSubjects => ({
  installed,
  videos: [
    {
      sectionIds: sections.map(({ id }) => id),
      durationMs: 60_000,
      shotsMs: [5000],
      picture: { width: 1280, height: 720 },
      samples,
    },
  ],
});
const framing = details.getByLabelText('Framing');
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);
const player = region('Preview');
const position = () => player.element().querySelector('video')!.style.objectPosition;

/** No media are loaded here, but the player's video reports a size. */
function showPicture(): void {
  const video = player.element().querySelector('video')!;
  Object.defineProperties(video, { videoWidth: { value: 1280 }, videoHeight: { value: 720 } });
  video.dispatchEvent(new Event('loadedmetadata'));
}

describe('framing that follows a subject', () => {
  // product 25.25
  itInFullTier('detects faces once it is chosen, and crops the video to them', async () => {
    const sections = [makeSection(0, { framing: 'fill' }), makeSection(1)];
    const project = makeProject({ sections, filmChoices: { aspect: '9:16' } });
    const run = makeRun('framing', { projectId: project.id, status: 'running', percentage: 40 });
    answer(calls.readSubjects, subjectsOf(sections, null));
    answer(calls.findSubjects, { runId: run.id });
    answer(calls.readRun, run);
    await openEditor(project);
    await openTab('Frame');
    expect(requestsOf(calls.readSubjects)).toEqual([]);
    await framing.selectOptions('Follow subject (crop around faces)');
    await expect.poll(updates).toEqual([{ framing: 'follow' }]);
    await expect
      .poll(() => requestsOf(calls.findSubjects).map(({ body }) => body))
      .toEqual([{ sectionIds: [sections[0]!.id] }]);
    await shows(details.getByText('Finding faces… 40%', { exact: true }));

    answer(calls.readSubjects, subjectsOf(sections, [face(0, 0.95), face(1000, 0.95)]));
    await push('run.completed', { run: { ...run, status: 'completed', percentage: 100, version: 9 } });
    await shows(
      details.getByText('Follows the faces in the picture. Drag it to frame a shot yourself.', {
        exact: true,
      }),
    );
    await expect.poll(position).toBe('100% 100%');
    expect(requestsOf(calls.findSubjects)).toHaveLength(1);
  });

  // product 25.26
  it('reports why it follows nothing if face detection is not installed', async () => {
    const sections = [makeSection(0, { framing: 'follow' })];
    answer(calls.readSubjects, subjectsOf(sections, null, false));
    await openEditor(makeProject({ sections }));
    await openTab('Frame');
    await shows(
      details.getByText(/^Face detection isn’t installed, so the picture is cropped around its centre\./),
    );
    expect(requestsOf(calls.findSubjects)).toEqual([]);
    await framing.selectOptions('Fill (crop)');
    await lacks(details.getByText(/^Face detection/));
    await expect.poll(updates).toEqual([{ framing: 'fill' }]);
  });

  it('detects no faces for a film with the aspect of the video', async () => {
    const sections = [makeSection(0, { framing: 'follow' })];
    answer(calls.readSubjects, subjectsOf(sections, null));
    await openEditor(makeProject({ sections }));
    await openTab('Frame');
    await shows(
      details.getByText('The video has the film’s aspect ratio, so nothing is cropped.', { exact: true }),
    );
    expect(requestsOf(calls.findSubjects)).toEqual([]);
  });

  // product 25.27
  itInFullTier('sets the current shot by hand, and resets it', async () => {
    const sections = [makeSection(0, { framing: 'follow' })];
    answer(calls.readSubjects, subjectsOf(sections, [face(0, 0.5), face(1000, 0.5)]));
    const project = makeProject({ sections, filmChoices: { aspect: '9:16' } });
    await openEditor(project);
    await openTab('Frame');
    await shows(player);
    showPicture();
    const handle = player.getByRole('slider', { name: 'Reframe the picture' });
    await shows(handle);
    await expect.element(button('Reset this shot')).toHaveAttribute('aria-disabled', 'true');
    handle.element().focus();
    await userEvent.keyboard('{End}');
    await expect.poll(position).toBe('100% 100%');
    await expect.poll(updates).toEqual([{ shotCrops: [{ atMs: 0, crop: 1 }] }]);
    await press('Reset this shot');
    await expect.poll(() => updates().at(-1)).toEqual({ shotCrops: [] });
    await expect.poll(position).toBe('50% 50%');
  });
});
