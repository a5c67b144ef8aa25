import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BANDS, SOUNDS, toneWeights } from './ctc.ts';
import { model, node, tensor, value } from './onnx.ts';

/** A lavfi source of two voices: a low tone for ten seconds, then a high one for ten. */
export const TWO_VOICES = "aevalsrc='if(lt(t,10),0.4*sin(2*PI*300*t),0.4*sin(2*PI*2500*t))':d=20";

/**
 * Writes a model that distinguishes low from high voices into a folder. sherpa-onnx loads it as a 3D-Speaker
 * model.
 * @param described whether the file has the metadata that sherpa-onnx requires
 * @param output the name of its output
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
