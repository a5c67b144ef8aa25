import { join } from 'node:path';
import { createSherpaVoice, type ModelFolders } from './sherpa-voice.ts';

/** Supertonic 3: English and Hindi, five male and five female speakers, on this machine. */
export const createSupertonic = (folders: ModelFolders) =>
  createSherpaVoice(
    {
      modelId: 'supertonic-3',
      title: 'Supertonic 3',
      languages: ['en', 'hi'],
      sample: { text: 'The river runs past the old stone bridge and into the valley.', language: 'en' },
      needsLanguage: true,
      steps: 5,
      configure: async (dir) => ({
        supertonic: {
          durationPredictor: join(dir, 'duration_predictor.int8.onnx'),
          textEncoder: join(dir, 'text_encoder.int8.onnx'),
          vectorEstimator: join(dir, 'vector_estimator.int8.onnx'),
          vocoder: join(dir, 'vocoder.int8.onnx'),
          ttsJson: join(dir, 'tts.json'),
          unicodeIndexer: join(dir, 'unicode_indexer.bin'),
          voiceStyle: join(dir, 'voice.bin'),
        },
      }),
    },
    folders,
  );
