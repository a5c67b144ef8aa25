import type { Language } from '#contract/primitives.ts';
import type { CheckResult, Finding } from '#contract/film-check.ts';
import { languageName } from '../../lib/film/film-link.ts';
import { plural } from '../../lib/format.ts';

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const seconds = ({ startMs, endMs }: Finding): string => inSeconds(endMs - startMs);
const quoted = (words: string[]): string => words.map((word) => `“${word}”`).join(', ');

/** Describes a finding of a check, in one sentence. */
export function findingText(finding: Finding): string {
  switch (finding.kind) {
    case 'black':
      return `The picture is black for ${seconds(finding)}.`;
    case 'frozen':
      return finding.forNarration
        ? `The last frame is frozen for ${seconds(finding)} because the narration is longer than the section.`
        : finding.videoMoves
          ? `The picture is frozen for ${seconds(finding)}, but its video moves.`
          : `The picture is frozen for ${seconds(finding)}.`;
    case 'silent':
      return `There is no sound for ${seconds(finding)}.`;
    case 'wrong-length':
      return `This section lasts ${inSeconds(finding.actualMs)} in the film instead of ${inSeconds(finding.plannedMs)}.`;
    case 'out-of-sync':
      return `The sound is ${inSeconds(Math.abs(finding.shiftMs))} ${finding.shiftMs > 0 ? 'behind' : 'ahead of'} the picture.`;
    case 'loudness':
      return `The film is too ${finding.lufs > finding.wantedLufs ? 'loud' : 'quiet'}: ${finding.lufs.toFixed(1)} LUFS (target ${finding.wantedLufs}).`;
    case 'noise':
      return `This section has only background noise (${finding.floorLufs.toFixed(0)} LUFS). Mute it or add music.`;
    case 'peak':
      return `The loudest sounds are distorted (${finding.truePeakDb.toFixed(1)} dB over full scale).`;
    case 'clipped-word':
      return finding.edge === 'start'
        ? `The section begins in the middle of the word “${finding.word}”.`
        : `The section ends in the middle of the word “${finding.word}”.`;
    case 'reading-speed':
      return finding.captions === 1
        ? `Caption too fast: ${finding.perSecond} characters per second (max ${finding.readable}).`
        : `${finding.captions} captions too fast: up to ${finding.perSecond} characters per second (max ${finding.readable}).`;
    case 'missing-glyphs':
      return `${[...finding.characters].join(' ')} can’t be shown in the film and will be missing.`;
    case 'misheard':
      return `The narration may be hard to understand. A speech recogniser missed ${Math.round(finding.share * 100)}% of its words, such as ${quoted(finding.words)}.`;
  }
}

/** Summarizes a check's result. */
export function checkText({ findings, more }: CheckResult): string {
  const count = findings.length + more;
  return count === 0 ? 'Checks: No suggestions' : `Checks: ${count} ${plural(count, 'suggestion')}`;
}

/** Describes what a check could not do. Returns `null` if it did everything. */
export function uncheckedText({ narrations }: CheckResult, language: Language): string | null {
  return narrations === 'unheard'
    ? `The narration wasn’t checked, because transcription isn’t available for ${languageName(language)}.`
    : null;
}
