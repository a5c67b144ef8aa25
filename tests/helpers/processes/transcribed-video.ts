import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../at-end.ts';
import { makeSpokenVideo } from '../media/spoken-video.ts';
import { startTranscriptionServer } from '../engine-servers/openai-transcription-server.ts';
import { startStack } from './stack.ts';
import { openProcessed } from './tiny-project.ts';

export const TRANSCRIPTS = {
  en: 'The river begins as a small stream between the stones. In the spring the snow melts and the water runs fast. Farmers wait for the warm days of summer.',
  hi: 'नदी पत्थरों के बीच एक छोटी धारा है। वसंत में बर्फ पिघलती है और पानी तेज बहता है। किसान गर्मी के दिनों की राह देखते हैं।',
  // An empty transcript.
  bn: '',
};

/**
 * An installation with a worker whose recogniser returns `TRANSCRIPTS` for the requested language, English by
 * default, and processed projects of one video of 24 s.
 */
export async function startTranscribedVideo() {
  const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
  atEnd(() => rm(library, { recursive: true, force: true }));
  await makeSpokenVideo(library, { name: 'valley one', seconds: 12 });
  const requestedLanguages: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const gate = { isOpen: true };
  const server = await startTranscriptionServer({
    apiKey: 'a-key',
    model: 'whisper-1',
    text: (language) => {
      requestedLanguages.push(language);
      return TRANSCRIPTS[(language ?? 'en') as keyof typeof TRANSCRIPTS];
    },
    before: async () => {
      if (!gate.isOpen) await new Promise<void>((go) => waiting.push(go));
    },
  });
  atEnd(() => server.close());
  const stack = await startStack({
    LIBRARY_DIR: library,
    TRANSCRIBE_URL: server.base,
    TRANSCRIBE_API_KEY: 'a-key',
  });
  await stack.startWorker();
  return {
    stack,
    /** The languages that were requested from the recogniser. */
    requestedLanguages,
    /** Returns how many requests wait while the recogniser answers none. */
    waiting,
    hold: () => {
      gate.isOpen = false;
    },
    letGo: () => {
      gate.isOpen = true;
      waiting.splice(0).forEach((go) => go());
    },
    /** Creates a new user with such a project. */
    open: () => openProcessed(stack, 'valley one', [2]),
  };
}
