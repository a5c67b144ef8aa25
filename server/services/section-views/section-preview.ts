import type { Scan } from '#contract/jobs/processing.ts';
import type { Section } from '#contract/sections.ts';
import type { Video } from '#contract/videos.ts';
import type { Artifact } from '#core/repositories/media/artifacts.ts';
import { hasOwnProxy, PROXY_FILE } from '#core/repositories/media/proxies.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';

const seconds = (ms: number) => ms / 1000;

/** The name of a scanned video's own file in URLs, whatever its real name. */
export const ORIGINAL_FILE = 'original';

export function scanUrl(scanKey: string, file: string): string {
  return `/media/scans/${scanKey}/${file}`;
}

/**
 * Returns the file of a scanned video that browsers play: its proxy, its own file until that is made, or
 * none.
 */
export function playedOf(
  { scans, proxied }: { scans: ReadonlyMap<string, Artifact>; proxied: ReadonlySet<string> },
  scanKey: string | null,
  scan: Scan | undefined,
): string | null {
  const artifact = scans.get(scanKey ?? '');
  if (!artifact) return null;
  if (hasOwnProxy(artifact) || proxied.has(artifact.key)) return PROXY_FILE;
  return scan?.playable ? ORIGINAL_FILE : null;
}

/** Returns what the editor shows and plays of a section; `null` before its video is scanned. */
export function previewOf(
  row: SectionRow,
  scan: Scan | undefined,
  played: string | null,
): Section['preview'] {
  if (row.objectKind === 'image') {
    return {
      videoUrl: null,
      thumbnailUrl: `/media/objects/${row.objectId}/preview.jpg`,
      peaksUrl: null,
      peaksPerSecond: 0,
      storyboard: null,
      duration: 0,
    };
  }
  if (!row.scanKey || !scan) return null;
  const { storyboard } = scan;
  return {
    videoUrl: played && scanUrl(row.scanKey, played),
    thumbnailUrl: scanUrl(row.scanKey, 'thumbnail.jpg'),
    peaksUrl: scan.audio ? scanUrl(row.scanKey, 'peaks.json') : null,
    peaksPerSecond: scan.peaksPerSecond,
    storyboard: storyboard && {
      url: scanUrl(row.scanKey, 'storyboard.jpg'),
      columns: storyboard.columns,
      rows: storyboard.rows,
      intervalSeconds: seconds(storyboard.intervalMs),
    },
    duration: seconds(scan.durationMs),
  };
}

/** Returns the placeholder of a section without a source video (product.md 3.18). */
export function customVideo(preview: Section['preview']): Video {
  return {
    id: 'custom',
    title: 'Custom Video',
    description: null,
    thumbnail: preview?.thumbnailUrl ?? '/placeholder.svg',
    duration: preview?.duration ?? 0,
    source: 'Upload',
    sourceId: 'custom',
    views: 'Unknown',
    channel: 'Custom',
    createdAt: null,
    userId: null,
  };
}
