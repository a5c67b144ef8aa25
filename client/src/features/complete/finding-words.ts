import type { Language } from '#contract/primitives.ts';
import type { CheckResult, Finding } from '#contract/film-check.ts';
import { languageName } from '../../lib/film/film-link.ts';
import { plural } from '../../lib/format.ts';

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const seconds = ({ startMs, endMs }: Finding): string => inSeconds(endMs - startMs);
const quoted = (words: string[]): string => words.map((word) => `“${word}”`).join(', ');

/** What a check found, in one sentence. */
export function findingText(finding: Finding): string {
  switch (finding.kind) {
    case 'black':
      return `The picture is black for ${seconds(finding)}.`;
    case 'frozen':
      return finding.forNarration
        ? `The last picture stands still for ${seconds(finding)}, because the narration is longer than the section.`
        : finding.videoMoves
          ? `The picture stands still for ${seconds(finding)}, but its video moves there.`
          : `The picture stands still for ${seconds(finding)}.`;
    case 'silent':
      return `There is no sound for ${seconds(finding)}.`;
    case 'wrong-length':
      return `This section lasts ${inSeconds(finding.actualMs)} in the film instead of ${inSeconds(finding.plannedMs)}.`;
    case 'out-of-sync':
      return `The sound is ${inSeconds(Math.abs(finding.shiftMs))} ${finding.shiftMs > 0 ? 'behind' : 'ahead of'} the picture.`;
    case 'loudness':
      return `The film is too ${finding.lufs > finding.wantedLufs ? 'loud' : 'quiet'}: ${finding.lufs.toFixed(1)} LUFS, where ${finding.wantedLufs} is usual.`;
    case 'noise':
      return `This section has only background noise (${finding.floorLufs.toFixed(0)} LUFS). Mute it or add music.`;
    case 'peak':
      return `The loudest sounds are distorted: they reach ${finding.truePeakDb.toFixed(1)} dB over full scale.`;
    case 'clipped-word':
      return finding.edge === 'start'
        ? `The section begins in the middle of the word “${finding.word}”.`
        : `The section ends in the middle of the word “${finding.word}”.`;
    case 'reading-speed':
      return finding.captions === 1
        ? `A caption is too fast to read: ${finding.perSecond} letters a second, where ${finding.readable} can be read.`
        : `${finding.captions} captions are too fast to read: up to ${finding.perSecond} letters a second, where ${finding.readable} can be read.`;
    case 'missing-glyphs':
      return `The fonts of films lack ${[...finding.characters].join(' ')}, so the text in the picture is not whole.`;
    case 'misheard':
      return `The narration may be hard to understand: a recogniser missed ${Math.round(finding.share * 100)}% of its words, such as ${quoted(finding.words)}.`;
  }
}

/** What a check says as a whole. */
export function checkText({ findings, more }: CheckResult): string {
  const count = findings.length + more;
  return count === 0 ? 'Checks: Nothing found' : `Checks: ${count} ${plural(count, 'thing')} to look at`;
}

/** What a check could not do; null where it did everything. */
export function uncheckedText({ narrations }: CheckResult, language: Language): string | null {
  return narrations === 'unheard'
    ? `Its narrations were not listened to: nothing here recognises ${languageName(language)}.`
    : null;
}
