import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseEnv } from '../../../bin/lib/env.mjs';
import { nodeVersionProblem } from '../../../bin/lib/node-version.mjs';
import { choosePort } from '../../../bin/lib/ports.mjs';
import { atIdlePriority } from '../../../bin/lib/processes.mjs';
import { readAudit } from '../../../bin/lib/test/audit.mjs';
import { formatTable } from '../../../bin/lib/start/table.mjs';

describe('parseEnv', () => {
  test('reads plain, exported and quoted values, and ignores comments', () => {
    const text = [
      '# a comment',
      'PLAIN=value # and why',
      '  export SPACED = some words  ',
      "SINGLE='a # b $c'",
      'DOUBLE="two\\nlines \\"quoted\\"" # after',
      'URL=postgres://u:p#1@host/db',
      'not a line',
    ].join('\r\n');
    expect(parseEnv(text)).toEqual({
      PLAIN: 'value',
      SPACED: 'some words',
      SINGLE: 'a # b $c',
      DOUBLE: 'two\nlines "quoted"',
      URL: 'postgres://u:p#1@host/db',
    });
  });

  test('treats an empty value as not set, since a copied .env.example has many', () => {
    expect(parseEnv('A=\nB=""\nC= # nothing yet\nD=1')).toEqual({ D: '1' });
  });
});

describe('nodeVersionProblem', () => {
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('accepts %s', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });

  test.each(['20.18.3', '18.20.0', '9.0.0'])('returns one sentence about %s', (version) => {
    expect(nodeVersionProblem(version)).toMatch(/^Cutroom needs Node.js 20\.19 or newer, and this is .*\.$/);
  });
});

describe('choosePort', () => {
  const free =
    (...ports: number[]) =>
    async (port: number) =>
      ports.includes(port);

  test('uses 3000, otherwise the next free port', async () => {
    expect(await choosePort(undefined, free(3000, 3001))).toBe(3000);
    expect(await choosePort('', free(3002, 3003))).toBe(3002);
  });

  test('uses only the requested port', async () => {
    expect(await choosePort('8080', free(8080))).toBe(8080);
    await expect(choosePort('8080', free(3000))).rejects.toThrow('Port 8080 is in use');
  });

  test.each(['0', '70000', 'http'])('refuses %s as a port', async (value) => {
    await expect(choosePort(value, free())).rejects.toThrow('PORT must be a number');
  });
});

test('a table has aligned columns', () => {
  const rows = [
    ['NEED', 'NOW'],
    ['Voice', 'espeak-ng'],
    ['Mail', ''],
  ];
  expect(formatTable(rows)).toBe('  NEED   NOW\n  Voice  espeak-ng\n  Mail');
});

describe('readAudit', () => {
  const report = (vulnerabilities: object) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

  test('names each package with a severe vulnerability, and why', () => {
    const audit = readAudit(
      report({
        one: { severity: 'low', range: '<1', via: [{ title: 'A small thing' }] },
        two: { severity: 'high', range: '<2', via: [{ title: 'Anybody may read files' }] },
        three: { severity: 'critical', range: '*', via: ['two'] },
      }),
    );
    expect(audit).toEqual(['two <2 (high): Anybody may read files', 'three * (critical): by two']);
    expect(readAudit(report({}))).toEqual([]);
  });

  test('distinguishes a response from no response', () => {
    for (const output of ['', 'npm error', '{"message":"405 Method Not Allowed","statusCode":405}'])
      expect(readAudit(output)).toBeNull();
  });
});

describe('atIdlePriority', () => {
  test.skipIf(process.platform !== 'linux')(
    'runs a program and its children only while nothing else needs the processor',
    () => {
      const [command, args] = atIdlePriority('sh', [
        '-c',
        'cat /proc/self/stat; sh -c "cat /proc/self/stat"',
      ]);
      const lines = execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n');
      // The 41st field of stat(5) is the scheduling policy; SCHED_IDLE is 5.
      expect(lines.map((line) => line.split(') ')[1]!.split(' ')[38])).toEqual(['5', '5']);
    },
  );
});
