const LEVEL = 8000;
/** What a voice takes for one letter, and the longest tone, in ms. */
const MS_PER_LETTER = 60;
const LONGEST_MS = 4000;

/** 16 bit samples of a tone as long as reading the text would take. */
export function toneFor(text: string, { sampleRate, hertz }: { sampleRate: number; hertz: number }): Buffer {
  const ms = Math.min(LONGEST_MS, text.length * MS_PER_LETTER);
  const samples = Buffer.alloc(Math.round((sampleRate * ms) / 1000) * 2);
  for (let i = 0; i < samples.length / 2; i += 1) {
    samples.writeInt16LE(Math.round(LEVEL * Math.sin((2 * Math.PI * hertz * i) / sampleRate)), i * 2);
  }
  return samples;
}
