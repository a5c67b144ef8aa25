import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BANDS, SOUNDS, toneWeights } from './ctc.ts';
import { model, node, tensor, value } from './onnx.ts';

/** Two voices as a source of lavfi: a low tone for ten seconds, then a high one for ten. */
export const TWO_VOICES = "aevalsrc='if(lt(t,10),0.4*sin(2*PI*300*t),0.4*sin(2*PI*2500*t))':d=20";

/**
 * Writes a model into a folder that tells low voices from high ones. sherpa-onnx loads it as one of 3D-Speaker's.
 * @param described whether the file says of itself what sherpa-onnx asks for
 * @param output what its output is called
 */
export async function writeSpeakerModel(
  dir: string,
  { described = true, output = 'embs' } = {},
): Promise<void> {
  const graph = {
    nodes: [
      node('ReduceMean', ['feats'], 'mean', { axes: [1], keepdims: 0 }),
      node('MatMul', ['mean', 'weights'], 'bands'),
      node('Add', ['bands', 'bias'], output),
    ],
    constants: [tensor('weights', [BANDS, 2], toneWeights().flat()), tensor('bias', [2], [SOUNDS, SOUNDS])],
    inputs: [value('feats', 'float', ['N', 'T', BANDS])],
    outputs: [value(output, 'float', ['N', 2])],
  };
  const facts = {
    framework: '3d-speaker',
    language: 'English',
    sample_rate: '16000',
    output_dim: '2',
    normalize_samples: '1',
    feature_normalize_type: '',
  };
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'model.onnx'), model(graph, described ? facts : {}));
}
