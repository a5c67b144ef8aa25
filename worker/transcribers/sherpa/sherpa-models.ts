import { join } from 'node:path';
import type { ModelId } from '#core/models/manifest.ts';

/** How sherpa-onnx loads a recogniser. */
export interface Recogniser {
  id: ModelId;
  /** ISO 639-1 codes; "*" for many. */
  languages: readonly string[];
  /** A streaming model. */
  online: boolean;
  /** It tells nothing of its confidence: what it hears a second time, a little later and softer, is compared. */
  twice: boolean;
  /**
   * What the file does not say of itself, which sherpa-onnx asks for: a copy of the file gets it. The file, and its
   * metadata.
   */
  describe?: { file: string; facts: Record<string, string> };
  /** @param file the path of a file of the model; of its described copy where there is one */
  config(file: (name: string) => string, language: string | undefined): object;
}

const GREEDY = { featConfig: { sampleRate: 16_000, featureDim: 80 }, decodingMethod: 'greedy_search' };

/** Every recogniser for sherpa-onnx; those of one language first, since they hear it best. */
export const RECOGNISERS: readonly Recogniser[] = [
  {
    id: 'parakeet-en',
    languages: ['en'],
    online: false,
    twice: true,
    config: (file) => ({
      ...GREEDY,
      modelConfig: { nemoCtc: { model: file('model.int8.onnx') }, tokens: file('tokens.txt') },
    }),
  },
  {
    id: 'indicconformer-hi',
    languages: ['hi'],
    online: false,
    twice: true,
    describe: {
      file: 'model.int8.onnx',
      facts: { vocab_size: '257', subsampling_factor: '4', normalize_type: 'per_feature' },
    },
    config: (file) => ({
      ...GREEDY,
      modelConfig: { nemoCtc: { model: file('model.int8.onnx') }, tokens: file('vocab.txt') },
    }),
  },
  {
    id: 'zipformer-bn',
    languages: ['bn'],
    online: true,
    twice: false,
    config: (file) => ({
      ...GREEDY,
      modelConfig: {
        transducer: {
          encoder: file('encoder.onnx'),
          decoder: file('decoder.onnx'),
          joiner: file('joiner.onnx'),
        },
        tokens: file('tokens.txt'),
      },
    }),
  },
  {
    id: 'whisper-small',
    languages: ['*'],
    online: false,
    twice: false,
    config: (file, language = '') => ({
      ...GREEDY,
      modelConfig: {
        whisper: {
          encoder: file('small-encoder.int8.onnx'),
          decoder: file('small-decoder.int8.onnx'),
          language,
          task: 'transcribe',
          tailPaddings: -1,
        },
        tokens: file('small-tokens.txt'),
      },
    }),
  },
];

/** How sherpa-onnx loads what tells languages apart, best first. */
export const IDENTIFIERS: readonly { id: ModelId; config(dir: string): object }[] = [
  {
    id: 'whisper-tiny',
    config: (dir) => ({
      whisper: {
        encoder: join(dir, 'tiny-encoder.int8.onnx'),
        decoder: join(dir, 'tiny-decoder.int8.onnx'),
      },
    }),
  },
  {
    id: 'whisper-small',
    config: (dir) => ({
      whisper: {
        encoder: join(dir, 'small-encoder.int8.onnx'),
        decoder: join(dir, 'small-decoder.int8.onnx'),
      },
    }),
  },
];
