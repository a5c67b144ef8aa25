import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { model, node, tensor, value } from './onnx.ts';

/** A sound for these models, as a source of lavfi: `low` at each even second, `high` at each odd one. */
export const tones = (seconds: number): string =>
  `aevalsrc='if(lt(mod(t,2),0.5),0.4*sin(2*PI*300*t),if(between(mod(t,2),1,1.4),0.4*sin(2*PI*2500*t),0))':d=${seconds}`;

/** Bands of the 80 that a model gets, in which a low and a high tone of these tests lie. */
const LOW = { from: 6, to: 10 };
const HIGH = { from: 48, to: 52 };
export const BANDS = 80;
/** Added to the mean of a band: more than 0 where it sounds, less where it is silent. */
export const SOUNDS = 6;

/** For each band its weights in the means of the low and of the high ones. */
export function toneWeights(): [low: number, high: number][] {
  const inBand = (band: number, { from, to }: typeof LOW) =>
    band >= from && band < to ? 1 / (to - from) : 0;
  return Array.from({ length: BANDS }, (_, band) => [inBand(band, LOW), inBand(band, HIGH)]);
}

/** A frame of 10 ms in four is looked at. */
const STRIDE = 4;

/**
 * Writes a recogniser without trained weights into a folder: it hears `low` in a low tone, `high` in a high one, and
 * nothing in silence. sherpa-onnx loads it as one of NeMo's.
 * @param described whether the file says of itself what sherpa-onnx asks for
 * @param unknownOperation with an operation that onnxruntime does not know
 */
export async function writeCtcModel(
  dir: string,
  { low = '▁low', high = '▁high', tokens = 'tokens.txt', described = true, unknownOperation = false } = {},
): Promise<void> {
  // The blank wins where both bands are silent.
  const weights = toneWeights().flatMap((pair) => [...pair, 0]);
  const graph = {
    nodes: [
      node('Transpose', ['audio_signal'], 'frames', { perm: [0, 2, 1] }),
      node('MatMul', ['frames', 'weights'], 'scores'),
      node('Add', ['scores', 'bias'], 'biased'),
      // One in four, by the mean.
      node('Transpose', ['biased'], 'by_token', { perm: [0, 2, 1] }),
      node(unknownOperation ? 'Teleport' : 'Identity', ['by_token'], 'pooled'),
      node('AveragePool', ['pooled'], 'fewer', { kernel_shape: [STRIDE], strides: [STRIDE] }),
      node('Transpose', ['fewer'], 'last', { perm: [0, 2, 1] }),
      node('LogSoftmax', ['last'], 'logprobs', { axis: 2 }),
    ],
    constants: [tensor('weights', [BANDS, 3], weights), tensor('bias', [3], [SOUNDS, SOUNDS, 0])],
    inputs: [value('audio_signal', 'float', ['N', BANDS, 'T']), value('length', 'int64', ['N'])],
    outputs: [value('logprobs', 'float', ['N', 'T4', 3])],
  };
  const facts = { vocab_size: '2', subsampling_factor: String(STRIDE), normalize_type: '' };
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'model.int8.onnx'), model(graph, described ? facts : {}));
  await writeFile(join(dir, tokens), `${low} 0\n${high} 1\n<blk> 2\n`);
}
