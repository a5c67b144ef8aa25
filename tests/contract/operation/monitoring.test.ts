import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { createMetrics } from '../../../server/services/operation/metrics.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const ENGINES = { transcriber: 'none', voice: 'none', translator: 'none', titles: 'none' };
const backend = await openTestBackend();
const nodeStats = { countPages: () => 0, countScripts: () => 0 };
const text = await createMetrics(backend, nodeStats).read();
const metrics = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[];
}
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}
interface ScaledObject {
  spec: { triggers: { metadata: { query: string } }[] };
}

const read = (name: string) => readFileSync(`ops/monitoring/${name}`, 'utf8');
const { rules } = (parse(read('rules.yml')) as Rules).groups[0]!;
const { panels } = JSON.parse(read('grafana/cutroom.json')) as Dashboard;
const { triggers } = (parse(read('keda.yml')) as ScaledObject).spec;

/** Returns the names of the product's metrics, and of those of Node.js and the process. */
const namesIn = (source: string) => source.match(/\b(?:cutroom|nodejs|process)_[a-z0-9_]+/g) ?? [];

describe('the monitoring files', () => {
  it.each([
    ['rules.yml', rules.map(({ expr }) => expr)],
    ['grafana/cutroom.json', panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
    ['keda.yml', triggers.map(({ metadata }) => metadata.query)],
  ])('%s uses only metrics that /metrics exports', (name, expressions) => {
    expect(expressions.length).toBeGreaterThan(0);
    const used = new Set([
      ...expressions.flatMap(namesIn),
      ...(read(name).match(/\bcutroom_[a-z_]+/g) ?? []),
    ]);
    expect(used.size).toBeGreaterThan(1);
    expect([...used].filter((metric) => !metrics.has(metric))).toEqual([]);
  });

  it('the monitoring files give each alert a severity, a summary and an action', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(labels).toEqual({ severity: expect.stringMatching(/^(?:warning|critical)$/) });
      expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) });
    }
  });
});

describe('/metrics', () => {
  it('describes each metric with HELP and TYPE', () => {
    const described = [...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name);
    expect([...metrics].filter((name) => !described.includes(name))).toEqual([]);
    expect([...metrics].filter((name) => name?.startsWith('cutroom_')).length).toBeGreaterThan(10);
  });

  it('counts the workers that serve each queue', async () => {
    const info = { queues: ['render'], ...ENGINES, warnings: [] };
    const { redis, config, log } = backend;
    onTestFinished(await announceWorker(redis, config.redisPrefix, () => info, log));
    const figures = (await createMetrics(backend, nodeStats).read()).split('\n');
    expect(figures).toContain('cutroom_workers{queue="render"} 1');
    expect(figures).toContain('cutroom_workers{queue="fetch"} 0');
  });
});
