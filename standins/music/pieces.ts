import { createHash } from 'node:crypto';

/** A piece of music that the stand-ins synthesize: how it is found, and how it sounds. */
export interface Piece {
  slug: string;
  title: string;
  /** Contains the mood, the tempo and the instruments. */
  description: string;
  tags: string[];
  bpm: number;
  /** The MIDI number of its lowest tonic. */
  tonic: number;
  minor: boolean;
  /** The chord of each bar, as a step of the scale from 0. */
  chords: number[];
  /** The parts that play beside the chords. */
  parts: ('arpeggio' | 'bass' | 'beat' | 'bells')[];
}

/** The creator of the pieces, who dedicated them to the public domain. */
export const ARTIST = "Cutroom's music generator";
export const LICENSE_URL = 'https://creativecommons.org/publicdomain/zero/1.0/';
const ALWAYS = ['instrumental', 'background', 'film', 'music', 'synthesiser'];
const BARS = 16;

function piece(
  title: string,
  words: string,
  [bpm, tonic, mode]: [bpm: number, tonic: number, mode: 'major' | 'minor'],
  chords: number[],
  parts: Piece['parts'],
): Piece {
  const tempo = bpm < 80 ? 'slow' : bpm < 110 ? 'medium' : 'fast';
  const tags = [...words.split(' '), tempo, ...parts, ...ALWAYS];
  return {
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    description: `${words.replaceAll(' ', ', ')}. ${tempo} tempo, ${bpm} beats a minute.`,
    tags,
    bpm,
    tonic,
    minor: mode === 'minor',
    chords,
    parts,
  };
}

/** Pieces at the stand-in for Openverse. */
export const OPENVERSE_PIECES: readonly Piece[] = [
  piece('Morning Field', 'calm peaceful piano', [68, 48, 'major'], [0, 3, 5, 4], ['arpeggio']),
  piece(
    'Market Day',
    'happy cheerful acoustic',
    [116, 50, 'major'],
    [0, 4, 5, 3],
    ['arpeggio', 'bass', 'beat'],
  ),
  piece('Last Train', 'sad melancholic piano', [72, 45, 'minor'], [0, 5, 2, 6], ['arpeggio', 'bass']),
  piece(
    'Downhill',
    'energetic driving electronic',
    [128, 45, 'minor'],
    [0, 5, 3, 6],
    ['arpeggio', 'bass', 'beat'],
  ),
  piece('Over the Ridge', 'dramatic epic cinematic', [92, 43, 'minor'], [0, 5, 3, 4], ['bass', 'beat']),
  piece('Slow Clouds', 'dreamy ambient atmospheric', [60, 53, 'major'], [0, 2, 3, 1], ['bells']),
  piece('Under the Bridge', 'dark tense suspense', [76, 40, 'minor'], [0, 1, 0, 6], ['bass']),
  piece('Two Cups', 'romantic love piano', [84, 52, 'major'], [0, 5, 1, 4], ['arpeggio', 'bells']),
];

/** Pieces at the stand-in for the Internet Archive. */
export const ARCHIVE_PIECES: readonly Piece[] = [
  piece('Harbour Lights', 'calm relaxing ambient', [64, 50, 'major'], [0, 5, 3, 4], ['bells']),
  piece(
    'Paper Kites',
    'happy upbeat acoustic',
    [124, 48, 'major'],
    [0, 3, 4, 3],
    ['arpeggio', 'bass', 'beat'],
  ),
  piece('Empty House', 'sad melancholy piano', [66, 43, 'minor'], [0, 3, 5, 4], ['arpeggio']),
  piece(
    'City Loop',
    'energetic fast electronic',
    [132, 47, 'minor'],
    [0, 6, 5, 6],
    ['arpeggio', 'bass', 'beat'],
  ),
  piece('Night Watch', 'dark tense cinematic', [80, 41, 'minor'], [0, 0, 1, 4], ['bass', 'bells']),
];

export const lengthMs = ({ bpm }: Piece): number => Math.round((BARS * 4 * 60_000) / bpm);

/** Returns the pieces whose title or tags contain each word, in their original order. */
export function findPieces(pieces: readonly Piece[], query: string): Piece[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return pieces.filter(({ title, tags }) => {
    const text = `${title.toLowerCase()} ${tags.join(' ')}`;
    return words.every((word) => text.includes(word));
  });
}

/** Returns a UUID that is derived from the piece. */
export function uuidOf({ slug }: Piece): string {
  const hash = createHash('sha256').update(`openverse ${slug}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
