import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Model } from '#core/models/model.ts';
import type { ModelId } from '#core/models/manifest.ts';
import { model, node, tensor, value, whole } from './onnx.ts';

/** The folder of espeak-ng's phonemes, for the models that need them. */
const ESPEAK_DATA = [
  '/usr/lib/x86_64-linux-gnu/espeak-ng-data',
  '/usr/lib/aarch64-linux-gnu/espeak-ng-data',
  '/usr/share/espeak-ng-data',
].find((path) => existsSync(path));
export const hasEspeakData = ESPEAK_DATA !== undefined;

const RATE = 16_000;
/** The pitches of the fake speakers in Hz: two men, then two women. */
export const PITCHES = [110, 140, 210, 260];
/** Radians between two samples. */
const steps = (rate: number) => PITCHES.map((hz) => (2 * Math.PI * hz) / rate);
const SPEAKERS = PITCHES.length;

/** Creates a folder of models that contains the fake voices as if they had been downloaded. */
export async function installVoices(modelsDir: string): Promise<void> {
  await writePiper(join(modelsDir, 'piper-bn'));
  await writeSupertonic(join(modelsDir, 'supertonic-3'));
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify(manifest()));
}

const PIPER = 'bn_BD-google-medium.onnx';
const SUPERTONIC = [
  'duration_predictor.int8.onnx',
  'text_encoder.int8.onnx',
  'vector_estimator.int8.onnx',
  'vocoder.int8.onnx',
  'tts.json',
  'unicode_indexer.bin',
  'voice.bin',
];

function manifest(): Partial<Record<ModelId, Model>> {
  const makeModel = (title: string, languages: Model['languages'], files: string[]): Model => ({
    title,
    engine: 'voice',
    languages,
    revision: 'made',
    files: files.map((path) => ({ path, bytes: null, sha256: null, sources: ['http://localhost/x'] })),
    licence: { name: 'MIT', url: 'http://localhost/licence' },
  });
  return {
    'piper-bn': makeModel('Piper of a test', ['bn'], [PIPER, `${PIPER}.json`]),
    'supertonic-3': makeModel('Supertonic of a test', ['en', 'hi'], SUPERTONIC),
  };
}

/** Writes a voice in Piper's published form, which hums each speaker's pitch for 60 ms per phoneme. */
async function writePiper(dir: string): Promise<void> {
  const graph = {
    nodes: [
      node('Gather', ['steps', 'sid'], 'step'),
      node('Cast', ['input_lengths'], 'length', { to: 1 }),
      node('MatMul', ['scales', 'picks'], 'scale'),
      node('Mul', ['length', 'scale'], 'scaled'),
      node('Mul', ['scaled', 'each'], 'count'),
      node('ReduceSum', ['count'], 'samples', { keepdims: 0 }),
      node('Range', ['zero', 'samples', 'one'], 'at'),
      node('Mul', ['at', 'step'], 'angle'),
      node('Sin', ['angle'], 'wave'),
      node('Mul', ['wave', 'half'], 'output'),
    ],
    constants: [
      tensor('steps', [SPEAKERS], steps(RATE)),
      tensor('picks', [3], [0, 1, 0]),
      tensor('each', [1], [RATE * 0.06]),
      tensor('zero', [], [0]),
      tensor('one', [], [1]),
      tensor('half', [1], [0.5]),
    ],
    inputs: [
      value('input', 'int64', ['N', 'T']),
      value('input_lengths', 'int64', ['N']),
      value('scales', 'float', [3]),
      value('sid', 'int64', ['N']),
    ],
    outputs: [value('output', 'float', ['S'])],
  };
  const phonemes = Array.from('_^$ abcdefghijklmnopqrstuvwxyzɐɑɔəɛɡɟɪɲɳɽɾʃʈʊʌʰʱːˈˌɖŋ̃æ,.!?।');
  const config = {
    audio: { sample_rate: RATE },
    espeak: { voice: 'bn' },
    num_speakers: SPEAKERS,
    // A phoneme of several characters, which sherpa-onnx does not accept.
    phoneme_id_map: { ...Object.fromEntries(phonemes.map((phoneme, id) => [phoneme, [id]])), aː: [200] },
  };
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, PIPER), model(graph, {}));
  await writeFile(join(dir, `${PIPER}.json`), JSON.stringify(config));
  if (ESPEAK_DATA) await symlink(ESPEAK_DATA, join(dir, 'espeak-ng-data'));
}

const CHUNK = 64;

/** Writes a voice in Supertonic's form, which hums each speaker's pitch for 60 ms per character. */
async function writeSupertonic(dir: string): Promise<void> {
  const text = [value('text_ids', 'int64', ['N', 'T']), value('text_mask', 'float', ['N', 1, 'T'])];
  const [ids, mask] = text;
  const style = (name: string) => value(name, 'float', ['N', 1, 1]);
  const file = (name: string, graph: Parameters<typeof model>[0]) =>
    writeFile(join(dir, name), model(graph, {}));
  await mkdir(dir, { recursive: true });
  await file('duration_predictor.int8.onnx', {
    nodes: [
      node('ReduceSum', ['text_mask'], 'count', { keepdims: 0 }),
      node('Mul', ['count', 'each'], 'scaled'),
      node('Mul', ['style_dp', 'zero'], 'nothing'),
      node('ReduceSum', ['nothing'], 'none', { keepdims: 0 }),
      node('Cast', ['text_ids'], 'numbers', { to: 1 }),
      node('ReduceSum', ['numbers'], 'sum', { keepdims: 0 }),
      node('Mul', ['sum', 'zero'], 'nought'),
      node('Add', ['scaled', 'none'], 'with_style'),
      node('Add', ['with_style', 'nought'], 'duration'),
    ],
    constants: [tensor('each', [1], [0.06]), tensor('zero', [1], [0])],
    inputs: [ids!, style('style_dp'), mask!],
    outputs: [value('duration', 'float', [1])],
  });
  await file('text_encoder.int8.onnx', {
    // The text embedding is the speaker's step.
    nodes: [node('Mul', ['style_ttl', 'text_mask'], 'text_emb')],
    constants: [],
    inputs: [ids!, style('style_ttl'), mask!],
    outputs: [value('text_emb', 'float', ['N', 1, 'T'])],
  });
  await file('vector_estimator.int8.onnx', {
    nodes: [
      node('Mul', ['noisy_latent', 'zero'], 'nothing'),
      node('Add', ['nothing', 'style_ttl'], 'denoised_latent'),
    ],
    constants: [tensor('zero', [1], [0])],
    inputs: [
      value('noisy_latent', 'float', ['N', CHUNK, 'L']),
      value('text_emb', 'float', ['N', 1, 'T']),
      style('style_ttl'),
      value('latent_mask', 'float', ['N', 1, 'L']),
      mask!,
      value('current_step', 'float', ['N']),
      value('total_step', 'float', ['N']),
    ],
    outputs: [value('denoised_latent', 'float', ['N', CHUNK, 'L'])],
  });
  await file('vocoder.int8.onnx', {
    // Each latent value is the angle between two samples.
    nodes: [
      node('Transpose', ['latent'], 'turned', { perm: [0, 2, 1] }),
      node('Flatten', ['turned'], 'angles', { axis: 1 }),
      node('CumSum', ['angles', 'axis'], 'angle'),
      node('Sin', ['angle'], 'wave'),
      node('Mul', ['wave', 'half'], 'wav_tts'),
    ],
    constants: [tensor('half', [1], [0.5]), whole('axis', 1)],
    inputs: [value('latent', 'float', ['N', CHUNK, 'L'])],
    outputs: [value('wav_tts', 'float', ['N', 'S'])],
  });
  const config = {
    ae: { sample_rate: RATE, base_chunk_size: CHUNK },
    ttl: { chunk_compress_factor: 1, latent_dim: CHUNK },
  };
  await writeFile(join(dir, 'tts.json'), JSON.stringify(config));
  await writeFile(
    join(dir, 'unicode_indexer.bin'),
    Buffer.from(Int32Array.from({ length: 65_536 }, (_, i) => i % 97).buffer),
  );
  const dims = BigInt64Array.from([SPEAKERS, 1, 1, SPEAKERS, 1, 1].map(BigInt));
  const styles = Float32Array.from([...steps(RATE), ...steps(RATE)]);
  await writeFile(
    join(dir, 'voice.bin'),
    Buffer.concat([Buffer.from(dims.buffer), Buffer.from(styles.buffer)]),
  );
}
