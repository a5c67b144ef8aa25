import { renderSection } from '#contract/jobs/generation.ts';
import type { VideoEncoder } from '#contract/video-encoders.ts';
import type { WorkerInfo } from './worker-registry.ts';

/**
 * Returns the hardware encoder of a new film: the one that all workers which render have; `null` for x264. A
 * film never mixes encoders, since their video cannot be joined by copying.
 */
export function commonEncoder(
  workers: readonly Pick<WorkerInfo, 'queues' | 'encoder'>[],
): VideoEncoder | null {
  const rendering = workers.filter(({ queues }) => queues.includes(renderSection.queue));
  const [first, ...others] = new Set(rendering.map(({ encoder }) => encoder));
  return others.length === 0 ? (first ?? null) : null;
}
