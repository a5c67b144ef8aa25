/** Mixes the sound of a video in memory: narration, soft wind behind it, or music. */
import { SAMPLE_RATE, type SpokenShot } from './speech.ts';
import { random } from './art/svg.ts';

/** Speech is normalised to this level; the wind stays more than 30 dB below it, so that recognisers ignore it. */
const SPEECH_RMS = 0.1;
const WIND_RMS = 0.0025;

/** Adds the sentences of each shot to a track, all equally loud. */
export function mixNarration(shots: SpokenShot[], lengths: number[], withWind: boolean): Float32Array {
  const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
  const track = new Float32Array(Math.round(total * SAMPLE_RATE));
  let shotStart = 0;
  for (const [i, shot] of shots.entries()) {
    for (const [j, samples] of shot.sentences.entries()) {
      addSentence(track, samples, Math.round((shotStart + shot.starts[j]!) * SAMPLE_RATE));
    }
    shotStart += lengths[i]!;
  }
  if (withWind) addWind(track);
  return track;
}

function addSentence(track: Float32Array, samples: Float32Array, offset: number) {
  let energy = 0;
  let peak = 1e-6;
  for (const value of samples) {
    energy += value * value;
    peak = Math.max(peak, Math.abs(value));
  }
  const rms = Math.sqrt(energy / Math.max(1, samples.length)) || 1;
  const gain = Math.min(SPEECH_RMS / rms, 0.9 / peak);
  for (let i = 0; i < samples.length && offset + i < track.length; i++)
    track[offset + i]! += samples[i]! * gain;
}

/** Brown noise that swells slowly. */
function addWind(track: Float32Array) {
  const next = random(11);
  let low = 0;
  for (let i = 0; i < track.length; i++) {
    low += (next() * 2 - 1 - low) * 0.02;
    track[i]! += low * 17 * WIND_RMS * (0.75 + 0.25 * Math.sin((i / SAMPLE_RATE) * 0.9));
  }
}

const CHORDS = [
  [110, 220, 261.63, 329.63],
  [87.31, 174.61, 220, 261.63],
  [130.81, 196, 261.63, 329.63],
  [98, 196, 246.94, 293.66],
];
const MELODY = [659.26, 587.33, 523.25, 440, 523.25, 587.33, 783.99, 659.26];

/** Slow chords with a few bell notes and an echo; fades in and out. */
export function composeMusic(seconds: number): Float32Array {
  const track = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  const chordLength = 6;
  for (let start = 0, n = 0; start < seconds; start += chordLength, n++) {
    for (const [k, hertz] of CHORDS[n % CHORDS.length]!.entries()) {
      addTone(track, start - 0.5, chordLength + 1.5, hertz * (1 + k * 0.0007), 0.045, 'pad');
    }
    for (let beat = 0; beat < 3; beat++) {
      addTone(track, start + 1 + beat * 1.75, 3, MELODY[(n * 3 + beat) % MELODY.length]!, 0.05, 'bell');
    }
  }
  const delay = Math.round(0.42 * SAMPLE_RATE);
  for (let i = delay; i < track.length; i++) track[i]! += track[i - delay]! * 0.35;
  const fade = 2 * SAMPLE_RATE;
  for (let i = 0; i < track.length; i++) track[i]! *= Math.min(1, i / fade, (track.length - i) / fade);
  return track;
}

function addTone(
  track: Float32Array,
  start: number,
  seconds: number,
  hertz: number,
  level: number,
  shape: 'pad' | 'bell',
) {
  const from = Math.max(0, Math.round(start * SAMPLE_RATE));
  const to = Math.min(track.length, Math.round((start + seconds) * SAMPLE_RATE));
  for (let i = from; i < to; i++) {
    const t = i / SAMPLE_RATE - start;
    const envelope =
      shape === 'pad'
        ? Math.sin((Math.PI * t) / seconds) ** 2
        : Math.min(1, t * 60) * Math.exp(-2.2 * t) * (1 - t / seconds);
    const phase = 2 * Math.PI * hertz * t;
    track[i]! += level * envelope * (Math.sin(phase) + 0.25 * Math.sin(phase * 2.003));
  }
}
