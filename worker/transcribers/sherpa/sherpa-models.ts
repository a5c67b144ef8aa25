import { join } from 'node:path';
import type { ModelId } from '#core/models/manifest.ts';

/** How sherpa-onnx loads a recogniser. */
export interface Recogniser {
  id: ModelId;
  /** ISO 639-1 codes; "*" for many languages. */
  languages: readonly string[];
  /** A streaming model. */
  online: boolean;
  /**
   * Whether it reports no confidence. Then its audio is transcribed a second time, slightly later and softer,
   * and both results are compared.
   */
  twice: boolean;
  /** Metadata that sherpa-onnx requires and the model's file lacks. A copy of the file gets it. */
  describe?: { file: string; facts: Record<string, string> };
  /** @param file returns the path of a file of the model, or of its copy with metadata if there is one */
  config(file: (name: string) => string, language: string | undefined): object;
}

const GREEDY = { featConfig: { sampleRate: 16_000, featureDim: 80 }, decodingMethod: 'greedy_search' };

/** All recognisers for sherpa-onnx. Those of one language come first, since they are more accurate. */
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

/** How sherpa-onnx loads the models that detect languages, best first. */
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
