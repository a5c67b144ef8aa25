import { join } from 'node:path';
import { preparePiper } from './piper-model.ts';
import { createSherpaVoice, type ModelFolders } from './sherpa-voice.ts';

const NAME = 'bn_BD-google-medium.onnx';

/** Piper: Bengali, 16 speakers, on this machine. */
export const createPiper = (folders: ModelFolders) =>
  createSherpaVoice(
    {
      modelId: 'piper-bn',
      title: 'Piper Bengali',
      languages: ['bn'],
      sample: { text: 'নদীটি পুরানো পাথরের সেতুর পাশ দিয়ে উপত্যকায় বয়ে যায়।', language: 'bn' },
      needsLanguage: false,
      async configure(dir, prepared) {
        const files = await preparePiper({
          model: join(dir, NAME),
          config: join(dir, `${NAME}.json`),
          prepared,
        });
        return { vits: { ...files, dataDir: join(dir, 'espeak-ng-data') } };
      },
    },
    folders,
  );
