// Processes one audio file with sherpa-onnx, as a separate program: a broken model or an abort in native code
// ends this process, never the worker. Standard input is one JSON request (see sherpa.ts). Prints JSON lines;
// the last one of a finished request is {"done":true}. Without audio, it only loads the model.
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import sherpa from 'sherpa-onnx-node';

const RATE = 16_000;
/** The number of samples that silero judges at a time. */
const WINDOW = 512;
const PIECE = WINDOW * 64;
/** The longest span, and how much of it is compared to find a quiet place, in samples. */
const LONGEST = RATE * 28;
const QUIET = RATE / 20;
/** How the second pass differs: in samples, and in loudness. */
const LATER = RATE / 40;
const SOFTER = 0.6;

/** @param {object} message */
const say = (message) => writeSync(1, `${JSON.stringify(message)}\n`);
const request = JSON.parse(readFileSync(0, 'utf8'));
const { sound } = request;
const TASKS = { detect, recognise, identify, embed };
TASKS[request.task]();
say({ done: true });

/** Prints {"speech":[from,to]} in samples for each stretch of speech. */
function detect() {
  const vad = new sherpa.Vad({ sileroVad: request.silero, sampleRate: RATE, numThreads: 1 }, 60);
  if (!sound) return;
  const take = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false);
      for (const [from, to] of shortened(samples)) say({ speech: [start + from, start + to] });
    }
  };
  for (let at = 0; at < sound.samples; at += PIECE) {
    const piece = read(at, PIECE);
    for (let i = 0; i < piece.length; i += WINDOW) {
      vad.acceptWaveform(piece.subarray(i, i + WINDOW));
      take();
    }
    say({ progress: Math.min(1, (at + PIECE) / sound.samples) });
  }
  vad.flush();
  take();
}

/**
 * @param {Float32Array} samples of a span, which is divided at its quietest places until no part is too long
 */
function shortened(samples) {
  const parts = [];
  let from = 0;
  for (; samples.length - from > LONGEST;) {
    let [quietest, least] = [from + LONGEST, Infinity];
    for (let at = from + LONGEST / 2; at < from + LONGEST; at += QUIET) {
      const energy = samples.subarray(at, at + QUIET).reduce((sum, one) => sum + one * one, 0);
      if (energy < least) [quietest, least] = [at + QUIET / 2, energy];
    }
    parts.push([from, quietest]);
    from = quietest;
  }
  return [...parts, [from, samples.length]];
}

/** Prints {"heard":{…}} for each of request.stretches, in samples. */
function recognise() {
  const { online, config, stretches = [], twice } = request;
  const recogniser = online ? new sherpa.OnlineRecognizer(config) : new sherpa.OfflineRecognizer(config);
  const listen = online ? listenOnline : listenOffline;
  for (const [i, [from, to]] of stretches.entries()) {
    const samples = read(from, to - from);
    const { text, tokens, timestamps, durations, ys_log_probs, ys_probs, lang } = listen(recogniser, samples);
    const secondText = twice ? listen(recogniser, otherwise(samples)).text : null;
    const logProbs = [ys_log_probs, ys_probs].find((list) => list?.length > 0) ?? [];
    say({
      heard: {
        text,
        tokens,
        timestamps,
        durations: durations ?? [],
        logProbs,
        again: secondText,
        language: lang ?? '',
      },
    });
    say({ progress: (i + 1) / stretches.length });
  }
}

function listenOffline(recogniser, samples) {
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate: RATE });
  recogniser.decode(stream);
  return recogniser.getResult(stream);
}

function listenOnline(recogniser, samples) {
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate: RATE });
  // A streaming model waits for audio after the last word.
  stream.acceptWaveform({ samples: new Float32Array(RATE / 2), sampleRate: RATE });
  stream.inputFinished();
  while (recogniser.isReady(stream)) recogniser.decode(stream);
  return recogniser.getResult(stream);
}

/**
 * @param {Float32Array} samples the same, slightly later and softer. A confident recogniser returns the same
 * words
 */
function otherwise(samples) {
  const later = new Float32Array(samples.length + LATER);
  for (let i = 0; i < samples.length; i += 1) later[i + LATER] = samples[i] * SOFTER;
  return later;
}

/** Prints {"language":"…"} for each of request.stretches. */
function identify() {
  const identifier = new sherpa.SpokenLanguageIdentification(request.config);
  for (const [from, to] of request.stretches ?? []) {
    const stream = identifier.createStream();
    stream.acceptWaveform({ samples: read(from, to - from), sampleRate: RATE });
    say({ language: identifier.compute(stream) });
  }
}

/** Prints {"embedding":[…]} for each of request.stretches. */
function embed() {
  const extractor = new sherpa.SpeakerEmbeddingExtractor(request.config);
  const { stretches = [] } = request;
  for (const [i, [from, to]] of stretches.entries()) {
    const stream = extractor.createStream();
    stream.acceptWaveform({ samples: read(from, to - from), sampleRate: RATE });
    stream.inputFinished();
    say({ embedding: [...extractor.compute(stream, false)] });
    say({ progress: (i + 1) / stretches.length });
  }
}

/**
 * Returns samples of the audio as numbers from -1 to 1; fewer at its end.
 * @param {number} from
 * @param {number} count
 */
function read(from, count) {
  const bytes = Buffer.alloc(Math.max(0, Math.min(count, sound.samples - from)) * 2);
  const file = openSync(sound.path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, sound.offset + from * 2);
  } finally {
    closeSync(file);
  }
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(i * 2) / 32_768);
}
