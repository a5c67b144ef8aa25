/** So many channels have a middle; a film has two. */
const SURROUND = 6;
const STEREO = 2;

function withChannels(gain: GainNode, count: number): GainNode {
  gain.channelCount = count;
  gain.channelCountMode = 'explicit';
  return gain;
}

/**
 * The level of a video's sound or of music, silent at first. A sound of one channel is put into the middle, so that a
 * mix plays it on both sides with its power kept, as the film has it: a browser would play all of it on either side,
 * 3 dB louder.
 */
export function createLevel(context: AudioContext): GainNode {
  const level = withChannels(context.createGain(), SURROUND);
  level.gain.value = 0;
  return level;
}

/** The level of a narration, silent at first: its one channel is whole on both sides, as the film has it. */
export function createVoiceLevel(context: AudioContext): GainNode {
  const level = createMix(context);
  level.gain.value = 0;
  return level;
}

/** What levels are connected to: their sum on two sides. */
export const createMix = (context: AudioContext): GainNode => withChannels(context.createGain(), STEREO);
