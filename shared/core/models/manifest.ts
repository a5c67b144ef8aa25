import type { Language } from '#contract/primitives.ts';
import type { Model, ModelFile } from './model.ts';

type Pin = [path: string, bytes: number | null, sha256: string | null];

/** Files of a repository on Hugging Face. */
const huggingFace = (repository: string, revision: string, pins: Pin[]): ModelFile[] =>
  pins.map(([path, bytes, sha256]) => ({
    path: path.split('/').at(-1)!,
    bytes,
    sha256,
    sources: [`https://huggingface.co/${repository}/resolve/${revision}/${path}`],
  }));

const BERGAMOT_REVISION = 'e7957fc407441a5e3e35bbcbf9d60d9b35764618';

/** A direction of Firefox's translations: model, shortlist and vocabulary, gzipped at their source. */
function bergamot(title: string, pair: string, language: 'hi' | 'bn', pins: Pin[]): Model {
  return {
    title,
    engine: 'translation',
    languages: ['en', language],
    revision: BERGAMOT_REVISION,
    files: pins.map(([path, bytes, sha256]) => ({
      path,
      bytes,
      sha256,
      unpack: 'gz',
      unpackedBytes: 64 * 2 ** 20,
      sources: [
        `https://media.githubusercontent.com/media/mozilla/firefox-translations-models/${BERGAMOT_REVISION}/models/tiny/${pair}/${path}.gz`,
      ],
    })),
    licence: { name: 'MPL-2.0', url: 'https://www.mozilla.org/MPL/2.0/' },
  };
}

/** The files of a model that has only one. */
const onnx = (bytes: number, sha256: string, sources: string[]): ModelFile[] => [
  { path: 'model.onnx', bytes, sha256, sources },
];

const CAMPPLUS = '3dspeaker_speech_campplus_sv_en_voxceleb_16k.onnx';

const ULTRAFACE = 'Linzaer/Ultra-Light-Fast-Generic-Face-Detector-1MB';
const ULTRAFACE_REVISION = 'dffdddda9794a50607cba8f318507a28c1c27cab';

const WHISPER_LICENCE = { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' };
const WHISPER_TOKENS = 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126';

/**
 * All models that this machine can use, by ID, which is also the name of a model's folder in MODELS_DIR. A
 * new model is one entry here, and its ID in a set.
 */
export const MODELS = {
  'parakeet-en': {
    title: 'Parakeet, transcribes English speech',
    engine: 'speech-recognition',
    languages: ['en'],
    revision: 'main',
    files: huggingFace('csukuangfj/sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8', 'main', [
      ['model.int8.onnx', 131_652_171, '9177a9146cf32ee0cc8152276ef95116f312018d316be37ccf57f7efea81fc1a'],
      ['tokens.txt', 9_953, '450e56bd2f036fe5b6aa821865838cc5aa9d8b0106134ce9a9ba0664abe6cd10'],
    ]),
    licence: {
      name: 'CC-BY-4.0',
      url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution: 'English speech recognised by Parakeet-TDT_CTC-110M of NVIDIA (CC BY 4.0)',
    },
  },
  'indicconformer-hi': {
    title: 'IndicConformer, transcribes Hindi speech',
    engine: 'speech-recognition',
    languages: ['hi'],
    revision: '8960b8611af5b8c375d442d52907360176410c8b',
    files: huggingFace(
      'OpenVoiceOS/ai4bharat-indicconformer-hi-onnx',
      '8960b8611af5b8c375d442d52907360176410c8b',
      [
        ['model.int8.onnx', 137_677_313, null],
        ['vocab.txt', null, null],
      ],
    ),
    licence: {
      name: 'MIT',
      url: 'https://huggingface.co/OpenVoiceOS/ai4bharat-indicconformer-hi-onnx',
    },
  },
  'zipformer-bn': {
    title: 'Zipformer, transcribes Bengali speech',
    engine: 'speech-recognition',
    languages: ['bn'],
    revision: 'a7c3c1547450a7c546c876be9ca8a6ab54464423',
    files: huggingFace(
      'csukuangfj2/sherpa-onnx-streaming-zipformer-bn-vosk-2026-02-09',
      'a7c3c1547450a7c546c876be9ca8a6ab54464423',
      [
        ['encoder.onnx', 90_994_145, '779f2412d6fa56f76be9fe71349cdf3edd10434ae9b1fc5e49834fb904320516'],
        ['decoder.onnx', 2_093_080, 'fc03e8ca154593b95748198a56de115d4e6048d97c41692f93dfefb05f3693b4'],
        ['joiner.onnx', 1_026_462, '1df7319f4f9c36d7130cacaf629e1d52e904070e7a14bca9d4f209edeb162da6'],
        ['tokens.txt', 6_252, '6f3a4d64d7da07e7dd7f3fd679e07607be3ec149d1b807726dbb8bbcc80a9fe1'],
      ],
    ),
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/alphacep/vosk-model-small-streaming-bn',
    },
  },
  'whisper-tiny': {
    title: 'Whisper tiny, detects spoken languages',
    engine: 'spoken-language',
    languages: ['en', 'hi', 'bn'],
    revision: '65176e2deb88badc814a94058666cadccc29b61c',
    files: huggingFace('csukuangfj/sherpa-onnx-whisper-tiny', '65176e2deb88badc814a94058666cadccc29b61c', [
      [
        'tiny-encoder.int8.onnx',
        12_937_772,
        'd24fb083ae3b1041fc24e97971d60e280c9342201fbb67b0ab428a8b4a51a434',
      ],
      [
        'tiny-decoder.int8.onnx',
        89_855_401,
        'd2fece8dd42771f1df975c6c0445770d0c292bf7547c2cae04a6c0cc57540925',
      ],
      ['tiny-tokens.txt', 816_730, WHISPER_TOKENS],
    ]),
    licence: WHISPER_LICENCE,
  },
  'whisper-small': {
    title: 'Whisper small, transcribes speech in other languages too',
    engine: 'speech-recognition',
    languages: ['en', 'hi', 'bn'],
    revision: 'main',
    files: huggingFace('csukuangfj/sherpa-onnx-whisper-small', 'main', [
      [
        'small-encoder.int8.onnx',
        112_442_483,
        '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9',
      ],
      [
        'small-decoder.int8.onnx',
        262_226_114,
        'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee',
      ],
      ['small-tokens.txt', 816_730, WHISPER_TOKENS],
    ]),
    licence: WHISPER_LICENCE,
  },
  campplus: {
    title: 'CAM++, tells speakers apart',
    engine: 'speakers',
    languages: ['en', 'hi', 'bn'],
    revision: 'speaker-recongition-models',
    files: onnx(29_596_978, '357a834f702b80161e5b981182c038e18553c1f2ca752ed6cec2052365d4129b', [
      `https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models/${CAMPPLUS}`,
      `https://huggingface.co/csukuangfj/speaker-embedding-models/resolve/main/${CAMPPLUS}`,
    ]),
    licence: {
      name: 'Apache-2.0',
      url: 'https://github.com/modelscope/3D-Speaker/blob/main/LICENSE',
    },
  },
  ultraface: {
    title: 'UltraFace, finds faces for Follow subject',
    engine: 'faces',
    languages: ['en', 'hi', 'bn'],
    revision: ULTRAFACE_REVISION,
    files: onnx(1_114_081, 'faf6740b495e8b9508e6fda11e8c0368bbdde01143e8f0a3e511d0892c4d794e', [
      `https://raw.githubusercontent.com/${ULTRAFACE}/${ULTRAFACE_REVISION}/models/onnx/version-RFB-320_simplified.onnx`,
    ]),
    licence: { name: 'MIT', url: `https://github.com/${ULTRAFACE}/blob/master/LICENSE` },
  },
  'supertonic-3': {
    title: 'Supertonic 3, speaks English and Hindi',
    engine: 'voice',
    languages: ['en', 'hi'],
    revision: 'cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4',
    files: huggingFace(
      'csukuangfj2/sherpa-onnx-supertonic-3-tts-int8-2026-05-11',
      'cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4',
      [
        [
          'duration_predictor.int8.onnx',
          3_700_147,
          'c3eb91414d5ff8a7a239b7fe9e34e7e2bf8a8140d8375ffb14718b1c639325db',
        ],
        [
          'text_encoder.int8.onnx',
          36_416_150,
          'c7befd5ea8c3119769e8a6c1486c4edc6a3bc8365c67621c881bbb774b9902ff',
        ],
        [
          'vector_estimator.int8.onnx',
          78_400_833,
          '20cd86fa5c6effedfda0e7cffe5b0569ca401c440a0c3a1d72bf39286c0db3fd',
        ],
        ['vocoder.int8.onnx', 25_991_073, 'e923d60f53f95eb1ce235f1dc33ec56d9c057823c96fa6f8acf98f32b0da6152'],
        ['tts.json', 8_253, '42078d3aef1cd43ab43021f3c54f47d2d75ceb4e75f627f118890128b06a0d09'],
        ['unicode_indexer.bin', 262_144, '8402ca48e5189a8950138580b0fff64db6f072f24ac07cd54ba8b2fbb9883b30'],
        ['voice.bin', 517_168, '67d5209b0ee8ce6c74105ffbe12fe6a7628aea3b4ba2fcb308a4a67938a93ce8'],
      ],
    ),
    licence: {
      name: 'BigScience OpenRAIL-M',
      url: 'https://huggingface.co/Supertone/supertonic-3/blob/main/LICENSE',
      attribution: 'Narrated by Supertonic 3 of Supertone Inc. (OpenRAIL-M)',
      accept: true,
    },
  },
  'piper-bn': {
    title: 'Piper, speaks Bengali',
    engine: 'voice',
    languages: ['bn'],
    revision: 'c10ece1aade47bb51c153c893d14e5bf8e5b7117',
    files: [
      ...huggingFace('rhasspy/piper-voices', 'c10ece1aade47bb51c153c893d14e5bf8e5b7117', [
        [
          'bn/bn_BD/google/medium/bn_BD-google-medium.onnx',
          76_782_515,
          'f2e7518ed5534a755024a48c71b80bf617efaf12570bbdf3ce255a9526a8afd3',
        ],
        [
          'bn/bn_BD/google/medium/bn_BD-google-medium.onnx.json',
          5_494,
          'bc7e5e39e2a874bdad186620576ce18089b5a06c5645e258bcea3d56fdb11c0a',
        ],
      ]),
      {
        path: 'espeak-ng-data',
        bytes: null,
        sha256: null,
        unpack: 'tar.bz2',
        unpackedBytes: 64 * 2 ** 20,
        sources: [
          'https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models/espeak-ng-data.tar.bz2',
        ],
      },
    ],
    licence: {
      name: 'CC-BY-SA-4.0',
      url: 'https://creativecommons.org/licenses/by-sa/4.0/',
      attribution: 'Narrated in Bengali by Piper, voice bn_BD-google, from data of Google (CC BY-SA 4.0)',
    },
  },
  'bergamot-enhi': bergamot('Firefox Translations, English to Hindi', 'enhi', 'hi', [
    [
      'model.enhi.intgemm.alphas.bin',
      12_736_263,
      '751032330fe04b9dd4e1245c4dcf8f58dd6836daa7ed3f3b93be52eb1fca9ba4',
    ],
    ['lex.50.50.enhi.s2t.bin', 1_690_062, 'ce5f1dd9d4fb343cb6e0da91e4603e50b673b91ea22b50b959a0dc199d4e9dd9'],
    ['vocab.enhi.spm', 430_026, 'bb3bf8252b14fa57100beb371824cf51a7281e833a3becec135721fe679ce076'],
  ]),
  'bergamot-hien': bergamot('Firefox Translations, Hindi to English', 'hien', 'hi', [
    [
      'model.hien.intgemm.alphas.bin',
      12_752_013,
      'd30d257188bec64fceeb37483a6be8c54f1246583ad4e4f99dda174b630afeb3',
    ],
    ['lex.50.50.hien.s2t.bin', 2_319_675, '9647fd7a38db4bafa549f73bf34cabd5a415cd34f3acd7212fced93f163dbd49'],
    ['vocab.hien.spm', 430_096, '7554161ff543abf09200b4feec83328259b0acb0e58003d834ad43bac47f6124'],
  ]),
  'bergamot-enbn': bergamot('Firefox Translations, English to Bengali', 'enbn', 'bn', [
    [
      'model.enbn.intgemm.alphas.bin',
      12_821_521,
      'df17fb759afe3172d4ea0ded8abbe5b74d945a8acb0cac99e8fd55f92f926d8b',
    ],
    ['lex.50.50.enbn.s2t.bin', 1_607_697, '912cd83ad6b07d9df92b073f1bcbd49303c2b2ddba0b4d29d85b66b6f0b67f95'],
    ['vocab.enbn.spm', 437_373, '96e8b61918f5307f368937ff59f4cfea0bb7eb816e34f81bea6ac09399ee4b30'],
  ]),
  'bergamot-bnen': bergamot('Firefox Translations, Bengali to English', 'bnen', 'bn', [
    [
      'model.bnen.intgemm.alphas.bin',
      12_665_857,
      '1a2e5bfd8d75c8cddd6a802f9e2a2a82b626ec88fbcb5575e242a306bc1ebe9b',
    ],
    ['lex.50.50.bnen.s2t.bin', 2_264_284, '8c4bf16a8a83f6c21a25f39eb1b1f935cb60e21a5afaa83b1e0fcd40e0180a82'],
    ['vocab.bnen.spm', 437_571, '11660de65a60243f944dc7a099beaeab8f061d8526aed15c476416a6dd906793'],
  ]),
} satisfies Record<string, Model>;

export type ModelId = keyof typeof MODELS;

export const MODEL_IDS = Object.keys(MODELS) as ModelId[];

/** The models that this machine needs to transcribe, translate and speak each language. */
export const MODEL_SETS = {
  en: ['parakeet-en', 'supertonic-3'],
  hi: ['indicconformer-hi', 'supertonic-3', 'bergamot-enhi', 'bergamot-hien'],
  bn: ['zipformer-bn', 'piper-bn', 'bergamot-enbn', 'bergamot-bnen'],
} as const satisfies Record<Language, readonly ModelId[]>;

/** Models that no language needs, but that extend what the sets can do. */
export const EXTRA_MODELS = [
  'whisper-tiny',
  'whisper-small',
  'campplus',
  'ultraface',
] as const satisfies readonly ModelId[];
