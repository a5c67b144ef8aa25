import { stat } from 'node:fs/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import type { JobName } from '#contract/jobs/all.ts';
import { makeProxy, scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import type { Backend } from '#core/backend.ts';
import { PROXY_FILE, proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { handleFetchMedia } from '../../../worker/handlers/fetch-media.ts';
import { handleFindSubjects } from '../../../worker/handlers/find-subjects.ts';
import type { StepContext } from '../../../worker/handlers/handler.ts';
import { handleScanMedia } from '../../../worker/handlers/scan-media.ts';
import { FACE_FRAME } from '../../../worker/subjects/decode-faces.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const library = tempFolder();
let backend: Backend;
beforeAll(async () => {
  backend = await openTestBackend({ LIBRARY_DIR: library('') });
});

const FACE = { x: 0.5, y: 0.5, width: 0.1, height: 0.2 };
/** A detector that finds a face in the middle of each frame. */
const faces = {
  id: 'test-eye',
  version: '1',
  unavailable: async () => null,
  async detect(framesPath: string) {
    const { size } = await stat(framesPath);
    return Array.from({ length: size / (FACE_FRAME.width * FACE_FRAME.height * 3) }, () => [FACE]);
  },
};

it('makes the proxy that it examines if it does not exist yet', async () => {
  await makeSource(library('large.mp4'), { seconds: 3, picture: 'smptebars=s=1280x720:r=30' });
  const user = await createUser(backend);
  const hit = await vi.waitFor(
    async () => {
      const query = { query: 'large', duration: undefined, cursor: null };
      const { videos } = await backend.sources.library.search(query, AbortSignal.timeout(60_000));
      expect(videos).toHaveLength(1);
      return videos[0]!;
    },
    { ...PATIENT, interval: 200 },
  );
  const [video] = await upsertVideos(backend.db, 'library', [hit]);
  const input = { videoId: video!.id };
  const context = {
    backend,
    engines: { faces } as unknown as StepContext<JobName>['engines'],
    encoder: X264_ONLY,
    run: { userId: user.id, projectId: null, input: { videoIds: [video!.id] } } as unknown as RunRow,
    dependencies: {},
    signal: AbortSignal.timeout(60_000),
    report: () => {},
    log: backend.log,
  };
  await handleFetchMedia({ ...context, input });
  const { key: scanKey } = await handleScanMedia({ ...context, input: { ...input, proxy: false } });
  const { artifacts } = backend;
  expect(await (await artifacts.find(scanMedia, scanKey))!.pathIfAny(PROXY_FILE)).toBeUndefined();

  const { key } = await handleFindSubjects({ ...context, input });
  const artifact = await artifacts.find(findSubjects, key);
  expect(artifact!.data).toEqual({
    scanKey,
    samples: [0, 1000, 2000].map((atMs) => ({ atMs, faces: [FACE] })),
  });
  expect(await (await artifacts.find(makeProxy, proxyKeyOf(scanKey)))!.pathIfAny(PROXY_FILE)).toBeDefined();
});
