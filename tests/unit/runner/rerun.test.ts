import { describe, expect, it, vi } from 'vitest';
import { MAX_RERUNS, mergeReruns, rerunFailed } from '../../../bin/lib/test/rerun.mjs';
import { countTests } from '../../../bin/lib/test/summary.mjs';
import type { FileResult, RunResult } from '../../../bin/lib/test/vitest-run.mjs';

const failure = (path: string, message: string) => ({ name: `${path} > sorts`, message });
const passed = (path: string, count = 2): FileResult => ({
  path,
  seconds: 1,
  passed: count,
  skipped: 0,
  failures: [],
});
const failed = (path: string, message = 'Error: first'): FileResult => ({
  ...passed(path, 1),
  failures: [failure(path, message)],
});
const run = (...files: FileResult[]): RunResult => ({ files, failures: [] });

const rerun = (first: RunResult, results: RunResult[], signal = new AbortController().signal) => {
  const lines: string[] = [];
  const runFile = vi.fn<(path: string) => Promise<RunResult>>(async () => results.shift()!);
  return {
    lines,
    runFile,
    ended: rerunFailed(first, { runFile, signal, print: (line) => lines.push(line) }),
  };
};

describe('rerunFailed', () => {
  it('runs only the failed files, one after another', async () => {
    let running = 0;
    const paths: string[] = [];
    const runFile = async (path: string) => {
      expect((running += 1)).toBe(1);
      paths.push(path);
      await Promise.resolve();
      running -= 1;
      return run(passed(path));
    };
    const first = run(failed('a'), passed('b'), failed('c'));
    await rerunFailed(first, { runFile, signal: new AbortController().signal, print: () => {} });
    expect(paths).toEqual(['a', 'c']);
  });

  it('runs nothing if no file failed', async () => {
    const first = run(passed('a'));
    const { runFile, lines, ended } = rerun(first, []);
    expect(await ended).toEqual({ run: first, flaky: [] });
    expect(runFile).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  it('runs nothing again and reports it if more files failed than the limit', async () => {
    const files = Array.from({ length: MAX_RERUNS + 1 }, (_, index) => failed(`file ${index}`));
    const { runFile, lines, ended } = rerun(run(...files), []);
    expect(await ended).toEqual({ run: run(...files), flaky: [] });
    expect(runFile).not.toHaveBeenCalled();
    expect(lines).toEqual(['\n11 files failed. More than 10 are not run again.']);
  });

  it('runs as many failed files again as the limit allows', async () => {
    const paths = Array.from({ length: MAX_RERUNS }, (_, index) => `file ${index}`);
    const { ended } = rerun(
      run(...paths.map((path) => failed(path))),
      paths.map((path) => run(passed(path))),
    );
    expect((await ended).flaky).toHaveLength(MAX_RERUNS);
  });

  it('runs nothing again after an interruption', async () => {
    const { runFile, ended } = rerun(run(failed('a')), [], AbortSignal.abort());
    expect(countTests((await ended).run).failed).toBe(1);
    expect(runFile).not.toHaveBeenCalled();
  });

  it('ignores the result of an interrupted rerun and starts no other', async () => {
    const abort = new AbortController();
    const runFile = vi.fn<(path: string) => Promise<RunResult>>(async (path) => {
      abort.abort();
      return run(passed(path));
    });
    const first = run(failed('a'), failed('b'));
    const ended = await rerunFailed(first, { runFile, signal: abort.signal, print: () => {} });
    expect(ended).toEqual({ run: first, flaky: [] });
    expect(runFile).toHaveBeenCalledTimes(1);
  });
});

describe('mergeReruns', () => {
  it('counts the second result of a file that passes then and reports the first failure as flaky', () => {
    const { run: merged, flaky } = mergeReruns(
      run(failed('a'), passed('b')),
      new Map([['a', run(passed('a', 3))]]),
    );
    expect(countTests(merged)).toMatchObject({ passed: 5, failed: 0 });
    expect(flaky).toEqual([{ file: 'a', failure: failure('a', 'Error: first') }]);
  });

  it('keeps a file failed that fails again, with its second message', () => {
    const { run: merged, flaky } = mergeReruns(
      run(failed('a')),
      new Map([['a', run(failed('a', 'Error: second'))]]),
    );
    expect(countTests(merged).failures).toEqual([failure('a', 'Error: second')]);
    expect(flaky).toEqual([]);
  });

  it('keeps a file failed if its rerun fails outside of tests', () => {
    const crash = { name: 'vitest', message: 'Exited with code 1 although no test failed.' };
    const reruns = new Map([['a', { files: [passed('a')], failures: [crash] }]]);
    const { run: merged, flaky } = mergeReruns(run(failed('a')), reruns);
    expect(countTests(merged).failures).toEqual([crash]);
    expect(flaky).toEqual([]);
  });

  it('keeps the first result if the rerun has none of the file', () => {
    const reruns = new Map([['a', { files: [], failures: [{ name: 'vitest', message: 'no test' }] }]]);
    const { run: merged, flaky } = mergeReruns(run(failed('a')), reruns);
    expect(countTests(merged).failures).toEqual([failure('a', 'Error: first')]);
    expect(flaky).toEqual([]);
  });

  it('ignores other files that the rerun matched', () => {
    const reruns = new Map([['a.test.ts', run(passed('a.test.ts'), failed('a.test.tsx'))]]);
    const { run: merged } = mergeReruns(run(failed('a.test.ts'), passed('a.test.tsx')), reruns);
    expect(countTests(merged)).toMatchObject({ passed: 4, failed: 0 });
  });

  it('keeps failures that belong to no file', () => {
    const lost = { name: 'vitest > unhandled error', message: 'Error: lost' };
    const { run: merged } = mergeReruns(
      { files: [failed('a')], failures: [lost] },
      new Map([['a', run(passed('a'))]]),
    );
    expect(countTests(merged).failures).toEqual([lost]);
  });

  it('keeps the duration of the first run, which had other files beside it', () => {
    const reruns = new Map([['a', run({ ...passed('a'), seconds: 99 })]]);
    expect(mergeReruns(run(failed('a')), reruns).run.files).toMatchObject([{ seconds: 1 }]);
  });
});
