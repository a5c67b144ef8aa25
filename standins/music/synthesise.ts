import type { Piece } from './pieces.ts';
import { lengthMs } from './pieces.ts';

/** Sample rate, in Hz, of the mono sound with 16-bit samples. */
const RATE = 24_000;
const HEADER_BYTES = 44;
const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];
const FADE_S = 3;
/** The amplitudes of each sound's partials. */
const SOUNDS = {
  pad: [1, 0.4, 0.2, 0.1],
  pluck: [1, 0.5, 0.3, 0.2, 0.1],
  bell: [1, 0, 0.6, 0, 0.3],
  bass: [1, 0.6, 0.1],
} as const;
const TABLE_SIZE = 2048;
const TABLES = Object.fromEntries(
  Object.entries(SOUNDS).map(([name, partials]) => [name, tableOf(partials)]),
) as Record<keyof typeof SOUNDS, Float32Array>;

function tableOf(partials: readonly number[]): Float32Array {
  const total = partials.reduce((sum, strength) => sum + strength, 0);
  return Float32Array.from({ length: TABLE_SIZE }, (_, place) =>
    partials.reduce(
      (sum, strength, index) =>
        sum + (strength / total) * Math.sin((2 * Math.PI * place * (index + 1)) / TABLE_SIZE),
      0,
    ),
  );
}

/** Returns the size of a piece's file, in bytes. */
export const wavBytes = (piece: Piece): number => HEADER_BYTES + 2 * samplesOf(piece);
const samplesOf = (piece: Piece): number => Math.round((lengthMs(piece) / 1000) * RATE);

interface Note {
  sound: keyof typeof SOUNDS;
  /** Start, in seconds. */
  at: number;
  lasts: number;
  midi: number;
  level: number;
  /** Whether it starts abruptly and decays, like the sound of a struck bell. */
  struck?: boolean;
}

/** Synthesizes a piece as a WAV file, which is the same each time. */
export function synthesise(piece: Piece): Buffer {
  const out = new Float32Array(samplesOf(piece));
  const beat = 60 / piece.bpm;
  const bars = Math.round(out.length / RATE / (4 * beat));
  for (let bar = 0; bar < bars; bar += 1) {
    const chord = chordOf(piece, piece.chords[bar % piece.chords.length]!);
    for (const note of notesOf(piece, chord, { at: bar * 4 * beat, beat, bar })) addNote(out, note);
    if (piece.parts.includes('beat') && bar > 1) addBeats(out, bar * 4 * beat, beat);
  }
  return toWav(out);
}

/** Returns the three notes of a chord on a step of the scale. */
function chordOf({ tonic, minor }: Piece, step: number): number[] {
  const scale = minor ? MINOR : MAJOR;
  return [0, 2, 4].map((third) => {
    const place = step + third;
    return tonic + scale[place % 7]! + 12 * Math.floor(place / 7);
  });
}

function notesOf(
  { parts }: Piece,
  chord: number[],
  { at, beat, bar }: { at: number; beat: number; bar: number },
): Note[] {
  const notes: Note[] = chord.map((midi) => ({
    sound: 'pad',
    at,
    lasts: 4.4 * beat,
    midi: midi + 12,
    level: 0.16,
  }));
  if (parts.includes('bass')) {
    for (const place of [0, 2]) {
      notes.push({
        sound: 'bass',
        at: at + place * beat,
        lasts: 1.8 * beat,
        midi: chord[0]! - 12,
        level: 0.3,
      });
    }
  }
  if (parts.includes('arpeggio') && bar > 0) {
    for (const [place, index] of [0, 1, 2, 1, 0, 2, 1, 2].entries()) {
      const midi = chord[index]! + 24;
      notes.push({
        sound: 'pluck',
        at: at + (place * beat) / 2,
        lasts: beat,
        midi,
        level: 0.2,
        struck: true,
      });
    }
  }
  if (parts.includes('bells')) {
    const midi = chord[bar % 3]! + 36;
    notes.push({ sound: 'bell', at: at + beat, lasts: 3 * beat, midi, level: 0.12, struck: true });
  }
  return notes;
}

function addNote(out: Float32Array, { sound, at, lasts, midi, level, struck = false }: Note): void {
  const table = TABLES[sound];
  const step = (TABLE_SIZE * 440 * 2 ** ((midi - 69) / 12)) / RATE;
  const first = Math.round(at * RATE);
  const count = Math.min(Math.round(lasts * RATE), out.length - first);
  const attack = (struck ? 0.008 : 0.25) * RATE;
  const release = 0.3 * RATE;
  for (let place = 0; place < count; place += 1) {
    const rise = Math.min(1, place / attack, (count - place) / release);
    const decay = struck ? Math.exp((-3.5 * place) / (lasts * RATE)) : 1;
    out[first + place]! += level * rise * decay * table[Math.floor(place * step) % TABLE_SIZE]!;
  }
}

/** Adds a drum on each beat and a shaker between beats. */
function addBeats(out: Float32Array, at: number, beat: number): void {
  let seed = 1;
  const noise = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 1_073_741_824 - 1;
  };
  for (let half = 0; half < 8; half += 1) {
    const first = Math.round((at + (half * beat) / 2) * RATE);
    const isDrum = half % 2 === 0;
    const count = Math.min((isDrum ? 0.18 : 0.06) * RATE, out.length - first);
    for (let place = 0; place < count; place += 1) {
      const seconds = place / RATE;
      const drum = 0.35 * Math.exp(-22 * seconds) * Math.sin(2 * Math.PI * 58 * seconds);
      out[first + place]! += isDrum ? drum : 0.06 * Math.exp(-60 * seconds) * noise();
    }
  }
}

function toWav(samples: Float32Array): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + 2 * samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(2 * RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * samples.length, 40);
  const fade = FADE_S * RATE;
  for (const [place, sample] of samples.entries()) {
    const level = 0.7 * sample * Math.min(1, (samples.length - place) / fade);
    file.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, level))), HEADER_BYTES + 2 * place);
  }
  return file;
}
