import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseConfig } from '#core/config/config.ts';
import { entries } from '#core/config/variables.ts';

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}
interface Pod {
  containers: {
    name: string;
    env?: { name: string; value: string }[];
    ports: { name: string; containerPort: number }[];
    startupProbe: Probe;
    livenessProbe: Probe;
    readinessProbe: Probe;
    volumeMounts: { name: string; mountPath: string }[];
  }[];
  volumes: { name: string; emptyDir?: object }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: { template: { spec: Pod }; scaleTargetRef?: { name: string } };
}

const read = (file: string) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest);
const manifests = read('ops/kubernetes/cutroom.yml');
const pods = manifests
  .filter(({ kind }) => kind === 'Deployment')
  .map(({ metadata, spec }) => ({ name: metadata.name, pod: spec.template.spec }));
const variables = manifests.find(({ kind }) => kind === 'ConfigMap')!.data;
/** What the guide asks for in the secret. */
const secret = {
  PUBLIC_URL: 'https://cutroom.example',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
  DATABASE_URL: 'postgres://cutroom:its-own-password@postgres.example:5432/cutroom',
  REDIS_URL: 'redis://:its-own-password@redis.example:6379',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-key',
  OIDC_ISSUER: 'https://sign-in.example',
  OIDC_CLIENT_ID: 'cutroom',
  OIDC_CLIENT_SECRET: 'secret',
};

describe('the Kubernetes manifest', () => {
  test('keeps all files in a bucket, and pods share no volume', () => {
    expect(parseConfig({ ...variables, ...secret })).toMatchObject({
      mode: 'production',
      objects: { s3: { bucket: 'cutroom', region: 'us-east-1' } },
    });
    expect(manifests.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
    for (const { name, pod } of pods) {
      const own = pod.volumes.filter(({ emptyDir }) => emptyDir !== undefined).map((volume) => volume.name);
      const mounted = pod.containers.flatMap(({ volumeMounts }) => volumeMounts.map((mount) => mount.name));
      expect([name, new Set(mounted)]).toEqual([name, new Set(own)]);
    }
  });

  test('sets variables that exist', () => {
    const names = new Set<string>(entries.map(([name]) => name));
    const own = pods.flatMap(({ pod }) => pod.containers.flatMap(({ env = [] }) => env));
    const set = [...Object.keys(variables), ...own.map(({ name }) => name)];
    expect(set.filter((name) => !names.has(name))).toEqual([]);
    expect(own).toContainEqual({ name: 'WORKER_HEALTH_PORT', value: '3001' });
  });

  test('restarts an API or a worker that does not answer /healthz for 30 s', () => {
    expect(pods.map(({ name }) => name)).toEqual(['cutroom-api', 'cutroom-worker']);
    for (const { pod } of pods) {
      const [{ ports, livenessProbe, startupProbe, readinessProbe }] = pod.containers as [
        Pod['containers'][number],
      ];
      const port = ports[0]!.name;
      expect(livenessProbe.httpGet).toEqual({ path: '/healthz', port });
      expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold!).toBe(30);
      expect(startupProbe.httpGet).toEqual({ path: '/healthz', port });
      expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port });
    }
  });

  test('is scaled by the name of its workers', () => {
    const [keda] = read('ops/monitoring/keda.yml');
    expect(keda!.spec.scaleTargetRef).toEqual({ name: 'cutroom-worker' });
  });
});
