/** Audio with this number of channels has a centre. A film has two channels. */
const SURROUND = 6;
const STEREO = 2;

function withChannels(gain: GainNode, count: number): GainNode {
  gain.channelCount = count;
  gain.channelCountMode = 'explicit';
  return gain;
}

/**
 * The level of a video's audio or of music, silent at first. Mono audio is panned to the centre, so that a
 * mix plays it on both sides at constant power as the film does. A browser would play it in full on either
 * side, which is 3 dB louder.
 */
export function createLevel(context: AudioContext): GainNode {
  const level = withChannels(context.createGain(), SURROUND);
  level.gain.value = 0;
  return level;
}

/** The level of a narration, silent at first. Its one channel plays in full on both sides, as in the film. */
export function createVoiceLevel(context: AudioContext): GainNode {
  const level = createMix(context);
  level.gain.value = 0;
  return level;
}

/** The stereo sum to which all levels are connected. */
export const createMix = (context: AudioContext): GainNode => withChannels(context.createGain(), STEREO);
