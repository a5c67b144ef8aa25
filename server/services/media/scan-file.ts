import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import type { Executor } from '#core/db/database.ts';
import { type Artifact, findArtifacts } from '#core/repositories/media/artifacts.ts';
import { hasOwnProxy, PROXY_FILE, proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { findScanUse } from '#core/repositories/projects/scans.ts';
import { ORIGINAL_FILE } from '../section-views/section-preview.ts';

interface ScanFile {
  artifact: Artifact | undefined;
  name: string;
  /** Whether pages request it repeatedly. */
  isLasting: boolean;
  /** Its media type, if its name may not determine it. */
  type?: string;
}

/**
 * Finds a file of a scanned video: one of its scan, its proxy wherever it is stored, or the video's own file.
 */
export async function findScanFile(
  db: Executor,
  { userId, scanKey, file }: { userId: string; scanKey: string; file: string },
): Promise<ScanFile> {
  const proxyKey = proxyKeyOf(scanKey);
  const stored = await findArtifacts(db, [scanKey, proxyKey]);
  const scan = stored.get(scanKey);
  if (file === PROXY_FILE) {
    return { artifact: scan && hasOwnProxy(scan) ? scan : stored.get(proxyKey), name: file, isLasting: true };
  }
  if (file !== ORIGINAL_FILE) return { artifact: scan, name: file, isLasting: true };
  const missing = { artifact: undefined, name: file, isLasting: false };
  const scanData = scan && scanMedia.result.parse(scan.data);
  if (!scanData?.playable) return missing;
  const fetchKey = (await findScanUse(db, userId, scanKey))?.fetchKey;
  const artifact = fetchKey ? (await findArtifacts(db, [fetchKey])).get(fetchKey) : undefined;
  if (!artifact) return missing;
  const { fileName } = fetchMedia.result.parse(artifact.data);
  // Of the codecs that browsers play, only H.264 is in MP4.
  const type = scanData.video?.codec === 'h264' ? 'video/mp4' : 'video/webm';
  return { artifact, name: fileName, isLasting: false, type };
}
