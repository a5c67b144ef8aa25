import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { mountedFiles, releaseCompose } from '../../../bin/lib/release/compose.mjs';
import { makeRelease } from '../../../bin/lib/release/make-release.mjs';

interface Compose {
  services: Record<string, { image: string; build?: string; volumes?: string[]; pull_policy?: string }>;
}

const compose = readFileSync('docker-compose.yml', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const toolsOf = (docker: boolean, lines: string[]) => ({
  listPackages: async () => '{"bomFormat":"CycloneDX"}',
  hasDocker: async () => docker,
  buildImage: ({ tag, file }: { tag: string; file: string }) => writeFile(file, tag),
  log: (line: string) => void lines.push(line),
});

describe('the compose file of a release', () => {
  test('pins every image to a version, and builds and pulls none of its own', () => {
    const { services } = parse(releaseCompose(compose, '7.8.9'), { merge: true }) as Compose;
    expect(Object.keys(services)).toContain('worker');
    for (const { image, build } of Object.values(services)) {
      expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+/);
      expect(build).toBeUndefined();
    }
    const own = Object.values(services).filter(({ image }) => image.startsWith('cutroom:'));
    const pinned = own.map(({ image, pull_policy: policy }) => `${image} ${policy}`);
    expect(new Set(pinned)).toEqual(new Set(['cutroom:7.8.9 never']));
  });

  test('is refused if there is nothing to pin', () => {
    expect(() => releaseCompose('services: {}', '7.8.9')).toThrow('no image that is built');
  });
});

describe('a release folder', () => {
  test('has every file that its services mount, and the checksums of all files', async () => {
    const lines: string[] = [];
    const folder = await makeRelease('.', await tempFolder(), toolsOf(true, lines));
    expect(folder).toMatch(new RegExp(`cutroom-${version.replaceAll('.', '\\.')}$`));
    expect(mountedFiles(compose)).toContain('ops/containers/Caddyfile');
    const needed = [...mountedFiles(compose), '.env.example', 'INSTALL.md', 'sbom.cdx.json', 'LICENSE'];
    for (const name of needed) expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
    const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(checked).toContain(`cutroom-${version}-image.tar.gz: OK`);
    expect(readFileSync(join(folder, 'INSTALL.md'), 'utf8')).toContain(
      `docker load -i cutroom-${version}-image.tar.gz`,
    );
    expect(lines).toEqual([`Made ${folder}`]);
  });

  test('has the pictures that its guides show', async () => {
    const folder = await makeRelease('.', await tempFolder(), toolsOf(false, []));
    const guide = join(folder, 'docs/operators');
    const text = readFileSync(join(guide, 'production.md'), 'utf8');
    const pictures = [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => join(guide, path!));
    expect(pictures.map((path) => [path, existsSync(path)])).toEqual([
      [join(folder, 'docs/pictures/models.webp'), true],
    ]);
  });

  test('reports a missing image where Docker does not answer', async () => {
    const lines: string[] = [];
    const output = await tempFolder();
    const folder = await makeRelease('.', output, toolsOf(false, lines));
    expect(lines[1]).toMatch(/^NOT MADE {2}cutroom-[\d.]+-image\.tar\.gz: Docker does not answer here\./);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).not.toContain('image.tar.gz');
    // A second time it replaces the first one.
    expect(await makeRelease('.', output, toolsOf(true, lines))).toBe(folder);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toContain('image.tar.gz');
  });

  test('is refused for a version without notes in the changelog', async () => {
    const root = await tempFolder();
    await cp('package.json', join(root, 'package.json'));
    await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n');
    await expect(makeRelease(root, join(root, 'release'), toolsOf(true, []))).rejects.toThrow(
      `CHANGELOG.md has no section for ${version}.`,
    );
    expect(existsSync(join(root, 'release'))).toBe(false);
  });
});

describe('a version', () => {
  test('is the same in packages, containers and manifests', () => {
    const named = (file: string, pattern: RegExp) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, found]) => found);
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    const image = /\bcutroom:(\d[\w.-]*)/g;
    const all = [
      lock.version,
      lock.packages['']!.version,
      ...named('docker-compose.yml', image),
      ...named('ops/kubernetes/cutroom.yml', image),
      ...named('ops/kubernetes/README.md', image),
      ...named('docs/operators.md', /\bcutroom-(\d[\w.]*)-image/g),
    ];
    expect(all.length).toBeGreaterThanOrEqual(8);
    expect(new Set(all)).toEqual(new Set([version]));
  });

  test('has its date, its changes and its upgrade notes in the changelog', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8');
    const sections = text.split(/^## /m).slice(1);
    expect(sections[0]).toMatch(/^Unreleased\n/);
    expect(sections[1]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}\n`));
    for (const section of sections.slice(1)) expect(section).toContain('\n### Upgrade\n');
  });
});
