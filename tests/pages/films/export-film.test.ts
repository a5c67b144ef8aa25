import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '#contract/exchange.ts';
import { projectSchema } from '#contract/projects.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { SONG_SNAPSHOT } from '../../helpers/exchange/timeline.ts';

const scene = await openScene();
const { db } = scene.backend;
const TITLE = '<Two> & "2" নদী';

/**
 * A project of three sections: one with a hostile title at double speed, one that is muted, one without
 * changes. The blank page parses its exports.
 */
async function open() {
  const user = await createUser(scene.backend);
  const { projectId, sections } = await createProject(scene.backend, user.id);
  const change = (index: number, values: object) =>
    db.updateTable('sections').set(values).where('id', '=', sections[index]!.id).execute();
  await change(0, { speed: 2, title: TITLE });
  await change(1, { sound: 'muted', startMs: 10_040, endMs: 12_500 });
  const { page } = await scene.visit();
  const read = (path: string) =>
    fetch(`${scene.url}/api/projects/${projectId}${path}`, { headers: { cookie: user.cookie } });
  return {
    page,
    projectId,
    readProject: async () => projectSchema.parse(await (await read('')).json()),
    exportAs: async (format: ExportFormat) => (await read(`/export/${format}`)).text(),
  };
}

/** The order of an element's children in the DTD of FCPXML, for the children that are used. */
const CHILDREN: Record<string, string[]> = {
  fcpxml: ['resources', 'library'],
  library: ['event'],
  event: ['project'],
  project: ['sequence'],
  sequence: ['spine'],
  asset: ['media-rep', 'metadata'],
  'asset-clip': ['note', 'conform-rate', 'timeMap', 'adjust-volume', 'asset-clip', 'chapter-marker'],
  'adjust-volume': ['param'],
  param: ['fadeIn', 'fadeOut'],
  title: ['text', 'text-style-def', 'note', 'asset-clip', 'chapter-marker'],
  video: ['note', 'asset-clip', 'chapter-marker'],
};

describe('exported film', () => {
  // product 22.15
  it('has the music below the clips of the XML, from the first frame to the last one', async () => {
    const visit = await open();
    const music = JSON.stringify({ ...SONG_SNAPSHOT, objectId: randomUUID(), fileName: 'Dawn.mp3' });
    await db.updateTable('projects').set({ music }).where('id', '=', visit.projectId).execute();
    const xml = await visit.exportAs('fcpxml');
    const read = await visit.page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      const first = document.querySelector('spine')!.children[0]!;
      return {
        error: document.querySelector('parsererror')?.textContent ?? null,
        turns: [...first.querySelectorAll('asset-clip')].map((clip) => ({
          ...Object.fromEntries([...clip.attributes].map(({ name, value }) => [name, value])),
          asset: document.getElementById(clip.getAttribute('ref')!)?.getAttribute('name'),
          video: document.getElementById(clip.getAttribute('ref')!)?.hasAttribute('hasVideo'),
          level: clip.querySelector('adjust-volume')!.getAttribute('amount'),
          fade: clip.querySelector('fadeOut')?.getAttribute('duration') ?? null,
        })),
        others: document.querySelector('spine')!.children[1]!.querySelectorAll('asset-clip').length,
        order: [...first.children].map(({ nodeName }) => nodeName),
      };
    }, xml);
    const own = { lane: '-1', audioRole: 'music', asset: 'Dawn.mp3', video: false, level: '-10.0dB' };
    expect(read).toMatchObject({
      error: null,
      turns: [
        { ...own, offset: '0s', start: '0s', duration: '285/30s', fade: null },
        { ...own, offset: '285/30s', start: '15/30s', duration: '239/30s', fade: '90/30s' },
      ],
      others: 0,
    });
    const order = CHILDREN['asset-clip']!;
    expect(read.order).toEqual(read.order.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  // product 14.7
  it('is valid XML in whole frames, without gaps or overlaps, and as long as the film', async () => {
    const visit = await open();
    const xml = await visit.exportAs('fcpxml');
    const read = await visit.page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      const attributes = (element: Element) =>
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])) as Record<
          string,
          string
        >;
      return {
        error: document.querySelector('parsererror')?.textContent ?? null,
        version: document.documentElement.getAttribute('version'),
        duration: document.querySelector('sequence')!.getAttribute('duration'),
        clips: [...document.querySelector('spine')!.children].map((clip) => ({
          attributes: attributes(clip),
          points: [...clip.querySelectorAll('timept')].map(attributes),
          asset: document.getElementById(clip.getAttribute('ref')!)?.nodeName,
        })),
        shapes: [...document.querySelectorAll('*')].map((element) => [
          element.nodeName,
          [...element.children].map(({ nodeName }) => nodeName),
        ]) as [string, string[]][],
      };
    }, xml);
    expect(read).toMatchObject({ error: null, version: '1.11', duration: '524/30s' });
    expect(read.clips).toMatchObject([
      {
        attributes: { name: TITLE, offset: '0s', start: '0s', duration: '150/30s' },
        points: [
          { time: '0s', value: '0s' },
          { time: '150/30s', value: '300/30s' },
        ],
      },
      {
        attributes: { offset: '150/30s', start: '301/30s', duration: '74/30s', srcEnable: 'video' },
        points: [],
      },
      { attributes: { offset: '224/30s', start: '600/30s', duration: '300/30s' }, points: [] },
    ]);
    const seconds = read.clips.map(({ attributes: { duration } }) => {
      const [frames, rate] = duration!.split('/');
      return Math.round((Number(frames) * 1000) / Number.parseInt(rate!, 10)) / 1000;
    });
    expect(seconds).toEqual((await visit.readProject()).sections.map((one) => one.effectiveDuration));
    for (const [name, children] of read.shapes) {
      const order = CHILDREN[name];
      if (!order) continue;
      expect(children.filter((child) => !order.includes(child))).toEqual([]);
      expect(children).toEqual(children.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    }
  });

  // product 14.9
  it('has WebVTT captions that a browser shows at their times', async () => {
    const visit = await open();
    const vtt = await visit.exportAs('vtt');
    const cues = await visit.page.evaluate(async (text) => {
      const video = document.createElement('video');
      const track = document.createElement('track');
      track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
      video.append(track);
      track.track.mode = 'hidden';
      await new Promise((resolve, reject) => {
        track.addEventListener('load', resolve);
        track.addEventListener('error', reject);
      });
      return [...track.track.cues!].map((cue) => [
        Math.round(cue.startTime * 1000),
        (cue as VTTCue).text,
      ]) as [number, string][];
    }, vtt);
    const written = [...vtt.matchAll(/^\d\d:\d\d:(\d\d)\.(\d{3}) -->/gm)];
    expect(cues.length).toBeGreaterThan(2);
    expect(cues.map(([ms]) => ms)).toEqual(written.map(([, s, ms]) => Number(s) * 1000 + Number(ms)));
    expect(vtt).toContain('NOTE\nMedia\nM001');
    expect(cues.map(([, text]) => text).join(' ')).not.toContain('M001');
  });
});
