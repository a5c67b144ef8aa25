import type { SectionEdges } from '#contract/section-edges.ts';
import { joinsOf, type ChosenTransition } from '#film/transitions/transitions.ts';
import { divideFilm } from '#film/transitions/film-parts.ts';
import { type JoinedTransition, joinFilm, type JoinSection } from '../../../worker/media/join.ts';
import { readKeyframes } from '../../../worker/media/mov-boxes.ts';
import type { SectionSpec } from '../../../worker/media/section-spec.ts';
import { renderTransition } from '../../../worker/media/transition.ts';
import { testFfmpeg } from '../media/lavfi.ts';

/** A rendered section, its input, and the material that crossfades may use at its ends. */
export interface FilmSection extends JoinSection {
  spec?: SectionSpec;
  edges?: SectionEdges;
}

interface JoinOptions {
  /** The requested join after each section. */
  wishes: ChosenTransition[];
  width: number;
  height: number;
  /** An empty folder. The film is `film.mp4` in it. */
  workDir: string;
}

/**
 * Renders the transitions between rendered sections, and joins all into a film of 30 frames per second, like
 * the product's steps.
 */
export async function joinRendered(sections: FilmSection[], { wishes, width, height, workDir }: JoinOptions) {
  const film = { ffmpeg: testFfmpeg(), width, height, frameRate: 30, workDir };
  const cuttable = await Promise.all(
    sections.map(async ({ path, frames }) => ({ frames, keyframes: await readKeyframes(path) })),
  );
  const joins = joinsOf(
    sections.map(({ frames, edges }, index) => ({ frames, edges, ...wishes[index]! })),
    30,
  );
  const transitions: (JoinedTransition | null)[] = [];
  for (const [index, part] of divideFilm(cuttable, joins).joins.entries()) {
    const path = `${workDir}/join-${index}.mov`;
    if (part) {
      const pair: [FilmSection, FilmSection] = [sections[index]!, sections[index + 1]!];
      await renderTransition(pair, part, { ...film, outFile: path });
    }
    transitions.push(part && { ...part, path });
  }
  const outFile = `${workDir}/film.mp4`;
  const join = () =>
    joinFilm({
      ...film,
      language: 'en',
      subtitlesPath: null,
      outFile,
      title: 'A film',
      sections,
      transitions,
    });
  return { outFile, ...(await join()), transitions, join };
}
