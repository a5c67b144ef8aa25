import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/exchange.ts';
import {
  dialog,
  type EditVisit,
  makePlayable,
  openEditStage,
  press,
} from '../../helpers/browser/edit-scene.ts';
import { SONG_SNAPSHOT } from '../../helpers/exchange/timeline.ts';
import { openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const TITLE = '<Two> & "2" নদী';

/** Three sections: one of a hostile title at double speed, one that is muted, one that plays as it is. */
async function open(): Promise<EditVisit> {
  return openEditStage(scene, scan, {
    prepare: async ({ ids }) => {
      const change = (id: string, values: object) =>
        db.updateTable('sections').set(values).where('id', '=', id).execute();
      await change(ids[0]!, { speed: 2, title: TITLE });
      await change(ids[1]!, { sound: 'muted', start_ms: 10_040, end_ms: 12_500 });
    },
  });
}

const exportAs = async ({ url }: typeof scene, { user, projectId }: EditVisit, format: ExportFormat) =>
  (
    await fetch(`${url}/api/projects/${projectId}/export/${format}`, { headers: { cookie: user.cookie } })
  ).text();

/** The bytes and the name of what a press saves. */
async function saved(page: Page, name: RegExp): Promise<{ download: Download; text: string }> {
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await downloads;
  return { download, text: await readFile(await download.path(), 'utf8') };
}

describe('the export', () => {
  it('saves each format, by its key and by a press, and says what it is for', async () => {
    const { page } = await open();
    await page.keyboard.press('x');
    const shown = dialog(page, 'Export');
    await shown.getByText('For Final Cut Pro and DaVinci Resolve.').waitFor();
    const { download, text } = await saved(page, /^OpenTimelineIO/);
    expect(download.suggestedFilename()).toBe('A project en.otio');
    expect(JSON.parse(text)).toMatchObject({ OTIO_SCHEMA: 'Timeline.1', name: 'A project' });
    await toast(page, 'Exported').waitFor();
    expect(await shown.getByRole('listitem').count()).toBe(EXPORT_FORMATS.length);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await press(page, 'Export');
    const { download: list } = await saved(page, /^Media list/);
    expect(list.suggestedFilename()).toBe('A project en media.csv');
  });

  it('has what was typed a moment ago', async () => {
    const { page } = await open();
    await page.getByLabel('Title', { exact: true }).fill('Typed now');
    await press(page, 'Export');
    const { text } = await saved(page, /^Text/);
    expect(text).toContain('1. Typed now');
  });

  it('says why there is no file, and keeps the dialog', async () => {
    const { page } = await open();
    await refuse(page, /\/export\/edl/, 409, 'The media of "Section 1" is not here yet.');
    await press(page, 'Export');
    await page.getByRole('button', { name: /^EDL/ }).click();
    await toast(page, 'Export Failed').waitFor();
    await page.getByText('The media of "Section 1" is not here yet.').first().waitFor();
    expect(await dialog(page, 'Export').isVisible()).toBe(true);
  });
});

/** The order of an element's children as the DTD of FCPXML has it, as far as they are used. */
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

describe('what is exported', () => {
  it('has the music below the film in XML, from its first frame to its last one', async () => {
    const visit = await open();
    const music = JSON.stringify({ ...SONG_SNAPSHOT, objectId: randomUUID(), fileName: 'Dawn.mp3' });
    await db.updateTable('projects').set({ music }).where('id', '=', visit.projectId).execute();
    const xml = await exportAs(scene, visit, 'fcpxml');
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

  it('is read by a parser of XML, in whole frames, without gap or overlap, and as long as the film', async () => {
    const visit = await open();
    const xml = await exportAs(scene, visit, 'fcpxml');
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
    expect(seconds).toEqual((await visit.read()).sections.map((one) => one.effectiveDuration));
    for (const [name, children] of read.shapes) {
      const order = CHILDREN[name];
      if (!order) continue;
      expect(children.filter((child) => !order.includes(child))).toEqual([]);
      expect(children).toEqual(children.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    }
  });

  it('has captions that a browser shows at their times', async () => {
    const visit = await open();
    const vtt = await exportAs(scene, visit, 'vtt');
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
