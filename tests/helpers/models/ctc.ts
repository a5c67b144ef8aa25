import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { model, node, tensor, value } from './onnx.ts';

/** A lavfi source for these models: `low` in each even second, `high` in each odd one. */
export const tones = (seconds: number): string =>
  `aevalsrc='if(lt(mod(t,2),0.5),0.4*sin(2*PI*300*t),if(between(mod(t,2),1,1.4),0.4*sin(2*PI*2500*t),0))':d=${seconds}`;

/** The bands, of the model's 80, that contain the tests' low and high tones. */
const LOW = { from: 6, to: 10 };
const HIGH = { from: 48, to: 52 };
export const BANDS = 80;
/** Added to the mean of a band, so that it is above 0 if the band is audible and below 0 if it is silent. */
export const SOUNDS = 6;

/** The weights of each band in the means of the low and of the high bands. */
export function toneWeights(): [low: number, high: number][] {
  const inBand = (band: number, { from, to }: typeof LOW) =>
    band >= from && band < to ? 1 / (to - from) : 0;
  return Array.from({ length: BANDS }, (_, band) => [inBand(band, LOW), inBand(band, HIGH)]);
}

/** The model evaluates one frame of 10 ms in four. */
const STRIDE = 4;

/**
 * Writes a recogniser without trained weights into a folder. It transcribes a low tone as `low`, a high one
 * as `high`, and silence as nothing. sherpa-onnx loads it as a NeMo model.
 * @param described whether the file has the metadata that sherpa-onnx requires
 * @param unknownOperation whether it has an operation that onnxruntime does not know
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
      // One frame in four, by the mean.
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
