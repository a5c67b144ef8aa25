import { EXPORT_FORMATS } from '#contract/exchange.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import { createProject } from '../tests/helpers/data/project.ts';
import { createUser } from '../tests/helpers/data/user.ts';
import { HOSTILE_SHAPES, hostileText } from '../tests/helpers/hostile-texts.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../tests/helpers/installations/private-installation.ts';
import { report, type Bench } from './lib/figures.ts';
import { MEASURE_TURNS, takeTurns } from './lib/turns.ts';

const GOAL = '<200';
const SECTIONS = 3;
/** The number of shapes that the quick bench uses. */
const FEW = 5;

/** The request of a call that caused the longest turn of the API's event loop. */
interface Longest {
  call: string;
  shape: string;
  status: number;
  longestMs: number;
  totalMs: number;
}

/**
 * How long requests about hostile texts block the API. Each shape is the text and the words of every section,
 * and is written, read, planned, exported and searched. Reports, for each call, the CPU time of the longest
 * turn of the event loop, and the highest CPU time of a request, which may take several turns.
 */
export const bench: Bench = async ({ quick }) => {
  const { home, postgres, redis, installation } = await openPrivateInstallation();
  try {
    const server = await installation.startServer(MEASURE_TURNS);
    const { db } = installation;
    const { cookie, id: userId } = await createUser(installation);
    const byCall = new Map<string, Longest>();
    const measure = async (shape: string, name: string, method: string, path: string, body?: object) => {
      const response = await fetch(installation.url + path, {
        method,
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      const { longestMs, totalMs } = await takeTurns(server);
      const before = byCall.get(name);
      const most = Math.max(totalMs, before?.totalMs ?? 0);
      if (before && before.longestMs >= longestMs) before.totalMs = most;
      else byCall.set(name, { call: name, shape, status: response.status, longestMs, totalMs: most });
    };
    const shapes = Object.entries(HOSTILE_SHAPES).slice(0, quick ? FEW : undefined);
    for (const [index, [shape, parts]] of [['warm up', ['a ']] as const, ...shapes].entries()) {
      const { projectId, sections } = await createProject(installation, userId, { sections: SECTIONS });
      const base = hostileText([...parts] as [string], MAX_TEXT - 20);
      // No two sections have the same text.
      const textOf = (place: number) => base + place;
      for (const [place, { id, startMs, original }] of sections.entries()) {
        const recognized = `${textOf(place)}b`;
        const words = [
          { text: recognized, startMs, endMs: startMs + 5000, confidence: 0.9 },
          { text: 'end', startMs: startMs + 6000, endMs: startMs + 6500, confidence: 0.9 },
        ];
        const values = {
          words: JSON.stringify(words),
          original: JSON.stringify({ ...(original as object), text: `${recognized} end` }),
          cuts: JSON.stringify([{ startMs: startMs + 1000, endMs: startMs + 2000 }]),
        };
        await db.updateTable('sections').set(values).where('id', '=', id).execute();
      }
      const project = `/api/projects/${projectId}`;
      const section = `/api/sections/${sections[0]!.id}`;
      const all = async () => {
        for (const [place, { id }] of sections.entries()) {
          const body = { transcription: textOf(place) };
          await measure(shape, 'PATCH text', 'PATCH', `/api/sections/${id}/update`, body);
        }
        await measure(shape, 'GET project', 'GET', project);
        await measure(shape, 'GET project in Hindi', 'GET', `${project}?language=hi`);
        await measure(shape, 'GET words', 'GET', `${section}/words`);
        await measure(shape, 'GET generation-plan', 'GET', `${project}/generation-plan?quality=720p`);
        await measure(shape, 'GET film-preview', 'GET', `${project}/film-preview`);
        await measure(shape, 'GET comparison', 'GET', `${project}/comparison`);
        for (const format of EXPORT_FORMATS)
          await measure(shape, `GET export ${format}`, 'GET', `${project}/export/${format}?quality=720p`);
        for (const find of ['aक', base.slice(0, 200), base.slice(0, 2)]) {
          const body = { find, replacement: 'x', wholeWords: true };
          await measure(shape, 'POST replace', 'POST', `${project}/sections/replace?language=en`, body);
        }
        await measure(shape, 'PATCH range', 'PATCH', `${section}/update`, { endTime: 4.5 });
        await measure(shape, 'POST split', 'POST', `${section}/split`, { at: 2.5 });
      };
      await all();
      // Excludes the first requests, which load code.
      if (index > 0) continue;
      byCall.clear();
    }
    const calls = [...byCall.values()].sort((a, b) => b.longestMs - a.longestMs);
    const figure = (name: string, { call, shape, status, longestMs, totalMs }: Longest) =>
      report({
        bench: name,
        values: [longestMs],
        unit: 'ms',
        goal: GOAL,
        note: `${call}, ${shape} (${status}); CPU of a request: at most ${Math.round(totalMs)} ms`,
      });
    for (const longest of calls) figure(`blocking: ${longest.call}`, longest);
    figure('blocking', calls[0]!);
  } finally {
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }
};
