// Finds faces in frames with onnxruntime's wasm, as a separate program: a broken model ends only this
// process. Standard input is one JSON request {"model","frames","width","height","least"}, with files by
// path. The frames are 8-bit RGB, one after another; no frames test the model. It prints one JSON line for
// each frame: the model's results for each cell of its grid whose probability of a face is at least `least`.
import { openSync, readFileSync, readSync, writeSync } from 'node:fs';
import * as ort from 'onnxruntime-web';

const { model, frames, width, height, least } = JSON.parse(readFileSync(0, 'utf8'));
ort.env.wasm.numThreads = 1;
const session = await ort.InferenceSession.create(readFileSync(model), {
  executionProviders: ['wasm'],
  // Otherwise it logs a warning for each of the model's weights.
  logSeverityLevel: 3,
});
const pixels = width * height;

/** @param {Uint8Array} frame */
async function find(frame) {
  const planes = new Float32Array(3 * pixels);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      planes[colour * pixels + pixel] = ((frame[3 * pixel + colour] ?? 0) - 127) / 128;
    }
  }
  const { scores, boxes } = await session.run({
    input: new ort.Tensor('float32', planes, [1, 3, height, width]),
  });
  const faces = [];
  for (let place = 0; place < scores.data.length / 2; place += 1) {
    const score = scores.data[2 * place + 1];
    if (score >= least) faces.push([place, score, ...boxes.data.slice(4 * place, 4 * place + 4)]);
  }
  return { places: scores.data.length / 2, found: faces };
}

if (frames) {
  const file = openSync(frames, 'r');
  const frame = new Uint8Array(3 * pixels);
  while (readSync(file, frame) === frame.length) print(await find(frame));
} else {
  print(await find(new Uint8Array(3 * pixels)));
}
print({ done: true });

/** @param {object} message */
function print(message) {
  writeSync(1, `${JSON.stringify(message)}\n`);
}
