import type { Models, ModelDownload } from '#contract/models.ts';
import { makeModels } from './account.ts';

type Model = Models['models'][number];

const makeModel = (changes: Partial<Model> & Pick<Model, 'id'>): Model => ({
  title: changes.id,
  engine: 'speech-recognition',
  installed: false,
  bytes: 100_000,
  pinned: true,
  licence: { name: 'Apache-2.0', url: 'https://licence.example/apache' },
  ...changes,
});

const RAIL = { name: 'BigScience OpenRAIL-M', url: 'https://licence.example/rail', accept: true } as const;

/**
 * The models: English needs two, one of which has a licence to accept; Whisper tiny is an extra of 100 kB.
 */
export const makeOffered = (changes: Partial<Models> = {}): Models =>
  makeModels({
    offered: true,
    models: [
      makeModel({ id: 'parakeet-en', bytes: 300_000 }),
      makeModel({ id: 'supertonic-3', engine: 'voice', licence: RAIL }),
      makeModel({ id: 'whisper-tiny', title: 'Whisper tiny, multilingual' }),
    ],
    sets: [{ language: 'en', models: ['parakeet-en', 'supertonic-3'] }],
    extras: ['whisper-tiny'],
    ...changes,
  });

/** Returns the same models with these installed. */
export const withInstalled = (models: Models, ...ids: string[]): Models => ({
  ...models,
  models: models.models.map((model) => (ids.includes(model.id) ? { ...model, installed: true } : model)),
});

/** A download of Whisper tiny, of which 1 kB has arrived. */
export const makeDownload = (changes: Partial<ModelDownload> = {}): ModelDownload => ({
  models: ['whisper-tiny'],
  state: 'downloading',
  receivedBytes: 1000,
  totalBytes: 100_000,
  bytesPerSecond: null,
  secondsLeft: null,
  message: null,
  ...changes,
});
