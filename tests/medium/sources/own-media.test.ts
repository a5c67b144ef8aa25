import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { client } from '../../helpers/processes/installation.ts';

const stack = await startStack();
const file = tempFolder();

describe('an uploaded video', () => {
  it('is prepared for the page by a worker, for every section that shows it, and is restored by redo', async () => {
    await stack.startWorker();
    const user = await createUser(stack);
    const { projectId, sections } = await createProject(stack, user.id);
    const api = client(stack, user.cookie);
    const events = await openEvents(stack, user.cookie);
    const source = 'testsrc2=s=320x180:r=25:d=4';
    await ffmpeg('-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', 'sine=d=4', file('film.webm'));
    const bytes = await readFile(file('film.webm'));
    const opened = await api<UploadResult>('POST', '/api/objects/upload', {
      projectId,
      fileName: 'film.webm',
      size: bytes.length,
      contentType: 'video/webm',
    });
    const sent = await fetch(stack.url + opened.uploadURL, {
      method: 'PUT',
      body: bytes,
      headers: { 'content-type': 'video/webm' },
    });
    expect(sent.status).toBe(200);

    const ready = events.until('run.completed', ({ run }) => run.kind === 'preparation');
    const { objectPath: videoURL } = opened;
    const own = await api<Section>('POST', `/api/projects/${projectId}/sections`, { title: 'Own', videoURL });
    expect(own.preview).toBeNull();
    await api('PATCH', `/api/sections/${sections[0]!.id}/update`, { videoURL });
    // After an undo, the media must have their preview again.
    await api('POST', `/api/projects/${projectId}/undo`);
    await ready;
    await api('POST', `/api/projects/${projectId}/redo`);

    const project = await api<Project>('GET', `/api/projects/${projectId}`);
    for (const section of [project.sections[0]!, project.sections[3]!]) {
      expect(section).toMatchObject({ videoURL, startTime: 0, preview: { storyboard: { rows: 1 } } });
      expect(section.endTime).toBeCloseTo(4, 1);
      const proxy = await fetch(stack.url + section.preview!.videoUrl!, { headers: { cookie: user.cookie } });
      expect(proxy.headers.get('content-type')).toBe('video/mp4');
    }
    expect(project.sections[1]!.preview!.duration).toBe(60);
  });
});
