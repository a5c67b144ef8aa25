import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { preProcessFile } from 'typescript';
import { describe, expect, test } from 'vitest';

interface Manifest {
  version: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
type Locked = Record<string, { version: string; engines?: { node?: string } }>;
interface Semver {
  minVersion(range: string): { version: string };
  satisfies(version: string, range: string): boolean;
}

const CODE = [
  '.',
  'bench',
  'bin',
  'client',
  'client-sdk',
  'examples',
  'ops',
  'server',
  'sample-library',
  'shared',
  'standins',
  'tests',
  'worker',
];
const semver = createRequire(import.meta.url)('semver') as Semver;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Locked };

describe('package.json', () => {
  test.each([
    ['the oldest Node that it allows', semver.minVersion(manifest.engines.node).version],
    ['the long-term Node of the image', imageNode()],
  ])('lists only packages that run on %s', (_, node) => {
    expect(Object.keys(packages).length).toBeGreaterThan(300);
    const unwilling = Object.entries(packages)
      .filter(([, { engines }]) => engines?.node !== undefined && !semver.satisfies(node, engines.node))
      .map(([path, { version, engines }]) => `${path} ${version} wants ${engines!.node}, not ${node}`);
    expect(unwilling).toEqual([]);
  });

  test('has the version, the Node and the packages of the client', () => {
    const client = JSON.parse(readFileSync('client-sdk/package.json', 'utf8')) as Manifest;
    const { version, engines, devDependencies } = manifest;
    const versions = Object.keys(client.dependencies).map((name) => [name, devDependencies[name]]);
    expect([client.version, client.engines]).toEqual([version, engines]);
    expect(client.dependencies).toEqual(Object.fromEntries(versions));
  });

  test('declares everything that is imported, including types', () => {
    const declared = new Set(
      [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap(Object.keys),
    );
    const files = CODE.flatMap((folder) =>
      readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) => join(folder, name)),
    ).filter((name) => /\.(tsx?|mjs|cjs)$/.test(name));
    const imports = files.flatMap((file) =>
      preProcessFile(readFileSync(file, 'utf8'), true, true)
        .importedFiles.map(({ fileName }) => ({ file, name: packageOf(fileName) }))
        .filter(({ name }) => name !== undefined),
    );
    // An empty list, or one without a script and a page, would check nothing.
    expect(imports.map(({ name }) => name)).toEqual(expect.arrayContaining(['vitest', 'react', 'esbuild']));
    expect(imports.filter(({ name }) => !declared.has(name!))).toEqual([]);
  });
});

/** The image's base is pinned by version and digest. */
function imageNode(): string {
  const pinned = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-\S+@sha256:[0-9a-f]{64}$/m;
  return pinned.exec(readFileSync('Dockerfile', 'utf8'))![1]!;
}

/** @returns the package's name; `undefined` for Node's modules and our own files */
function packageOf(specifier: string): string | undefined {
  if (/^[.#/]/.test(specifier) || isBuiltin(specifier)) return undefined;
  const [scope, name] = specifier.split('/');
  return scope!.startsWith('@') ? `${scope}/${name}` : scope;
}
