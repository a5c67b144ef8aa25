// Speaks a text from standard input into a WAV file, with npm's build of espeak-ng. A separate program, since
// it computes for seconds without a pause. Arguments: voice, words per minute, output file.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import Module from '@echogarden/espeak-ng-emscripten';

const [voice = '', rate = '', outFile = ''] = process.argv.slice(2);
const HEADER_BYTES = 44;

const espeak = await Module();
const worker = await new espeak.eSpeakNGWorker();
// Without a voice, it only tests whether it loads. It ends by itself: process.exit can wait forever for V8's
// compiler threads.
if (voice !== '') speak();

function speak() {
  if (worker.set_voice(voice) !== 0) throw new Error(`espeak has no voice ${voice}`);
  worker.set_rate(Number(rate));
  const file = openSync(outFile, 'w');
  let bytes = 0;
  writeSync(file, Buffer.alloc(HEADER_BYTES));
  worker.synthesize(readFileSync(0, 'utf8'), (/** @type {Int16Array | null} */ samples) => {
    if (samples)
      bytes += writeSync(file, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    return false;
  });
  writeSync(file, header(worker.get_samplerate(), bytes), 0, HEADER_BYTES, 0);
  closeSync(file);
}

/**
 * @param {number} sampleRate
 * @param {number} dataBytes
 */
function header(sampleRate, dataBytes) {
  const out = Buffer.alloc(HEADER_BYTES);
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(36 + dataBytes, 4);
  out.write('WAVEfmt ', 8, 'latin1');
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(sampleRate, 24);
  out.writeUInt32LE(sampleRate * 2, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36, 'latin1');
  out.writeUInt32LE(dataBytes, 40);
  return out;
}
