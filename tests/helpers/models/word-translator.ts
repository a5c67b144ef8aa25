import { floats, type Item, marianModel, type Matrix, settings, shortlist, wholeNumbers } from './marian.ts';
import { type Piece, sentencePieceModel } from './sentencepiece.ts';

/** The files of a translation model that Bergamot loads. */
export interface TranslationFiles {
  model: Buffer;
  lex: Buffer;
  vocab: Buffer;
}

/** The vector of each text piece: one half encodes its position, the other its word. */
const DIM = 128;
const HALF = DIM / 2;
const QUARTER = DIM / 4;
/** Distinguishes one position from the next. */
const SHARP = 12;
/** How much more a word of the source counts than the word before it in the translation. */
const LOUD = 10;
/** The largest dot product of two different pieces' vectors. */
const MAX_DIFFERENT_BITS = 34;
const SPACE = '\u2581';

/**
 * Creates a model that translates word by word: a small transformer whose weights are chosen instead of
 * learned, so that each position attends to the same position of the source and outputs that word's
 * translation. Words outside the dictionary are copied byte by byte. A key that begins with a space is the
 * start of a word.
 */
export function wordTranslator(words: Readonly<Record<string, string>>): TranslationFiles {
  const { pieces, translations } = vocabularyOf(words);
  const codes = codesFor(pieces.length);
  const target = embedding('decoder_Wemb', pieces.length, (piece, i) => codes[piece]![i]!);
  const source = embedding('encoder_Wemb', pieces.length, (piece, i) => codes[translations[piece]!]![i]!);
  return {
    model: marianModel([settings(SETTINGS(pieces.length)), source, target, ...layers(pieces.length)]),
    lex: shortlist(
      translations.map((translation) => [translation]),
      8,
    ),
    vocab: sentencePieceModel(pieces),
  };
}

const SETTINGS = (size: number) => `bert-train-type-embeddings: true
dec-cell: ssru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dec-depth: 1
dim-emb: ${DIM}
dim-rnn: ${DIM}
dim-vocabs:
  - ${size}
  - ${size}
enc-cell: gru
enc-cell-depth: 1
enc-depth: 0
enc-type: bidirectional
input-types: []
layer-normalization: false
lemma-dim-emb: 0
output-omit-bias: false
right-left: false
skip: false
tied-embeddings: true
tied-embeddings-all: false
tied-embeddings-src: false
transformer-decoder-autoreg: rnn
transformer-dim-ffn: ${HALF}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: 1
transformer-no-projection: false
transformer-pool: false
transformer-postprocess: a
transformer-postprocess-emb: ""
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-rnn-projection: false
transformer-tied-layers: []
transformer-train-positions: false
type: transformer
ulr: false
version: v1.12.14
`;

/**
 * Sines fill the first half of a position's vector, cosines the second. The fastest of both distinguish
 * positions.
 */
const encodesPosition = (i: number) => i % HALF < QUARTER;

function layers(size: number): Item[] {
  const one = (value: number, isSet: (i: number) => boolean): Matrix => ({
    multiplier: 127 / value,
    transposed: true,
    at: (row, column) => (row === column && isSet(row) ? value : 0),
  });
  const nothing = one(1, () => false);
  const encodesWord = (i: number) => !encodesPosition(i);
  const square: [number, number] = [DIM, DIM];
  // The largest input of each product: a position's sine, a word's number times the root of DIM, and their
  // sum.
  const word = Math.sqrt(DIM) + 1;
  return [
    ...product('decoder_l1_rnn_W', square, nothing, word),
    ...product('decoder_l1_rnn_Wf', square, nothing, word),
    zeros('decoder_l1_rnn_bf', DIM),
    ...product('decoder_l1_context_Wq', square, one(SHARP, encodesPosition), 1),
    ...product('decoder_l1_context_Wk', square, one(SHARP, encodesPosition), 1),
    ...product('decoder_l1_context_Wv', square, one(1, encodesWord), word),
    ...product('decoder_l1_context_Wo', square, one(LOUD, encodesWord), word),
    ...['q', 'k', 'v', 'o'].map((name) => zeros(`decoder_l1_context_b${name}`, DIM)),
    ...product('decoder_l1_ffn_W1', [DIM, HALF], nothing, word),
    ...product('decoder_l1_ffn_W2', [HALF, DIM], nothing, word),
    zeros('decoder_l1_ffn_b1', HALF),
    zeros('decoder_l1_ffn_b2', DIM),
    zeros('decoder_ff_logit_out_b', size),
    alpha('decoder_Wemb', (LOUD + 2) * word),
    alpha('none', (LOUD + 2) * word),
  ];
}

function product(name: string, shape: [number, number], matrix: Matrix, largest: number): Item[] {
  return [wholeNumbers(name, shape, matrix), alpha(name, largest)];
}

/** The factor that converts a product's input to whole numbers. */
const alpha = (name: string, largest: number) => floats(`${name}_QuantMultA`, [1], [127 / largest]);

const zeros = (name: string, size: number) => floats(name, [1, size], new Float32Array(size));

function embedding(name: string, size: number, at: Matrix['at']): Item {
  const valueAt = (row: number, i: number) => (encodesPosition(i) ? 0 : at(row, wordPlace(i)));
  return wholeNumbers(name, [size, DIM], { multiplier: 127, transposed: false, at: valueAt });
}

/** The index of this number among those that encode the word. */
const wordPlace = (i: number) => (i % HALF) - QUARTER + (i < HALF ? 0 : QUARTER);

function vocabularyOf(words: Readonly<Record<string, string>>): { pieces: Piece[]; translations: number[] } {
  const named = (text: string) => text.replaceAll(' ', SPACE);
  const entries = Object.entries(words).map(([from, to]) => [named(from), named(to)] as const);
  const texts = [...new Set([SPACE, ...entries.flat()])];
  const pieces: Piece[] = [
    { text: '</s>', score: 0, type: 'control' },
    { text: '<unk>', score: 0, type: 'unknown' },
    ...Array.from({ length: 256 }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      score: 0,
      type: 'byte' as const,
    })),
    ...texts.map((text) => ({ text, score: text === SPACE ? -2 : -1, type: 'normal' as const })),
  ];
  // The sizes of products are multiples of eight.
  while (pieces.length % 8 !== 0)
    pieces.push({ text: `<none${pieces.length}>`, score: -100, type: 'control' });
  const ids = new Map(pieces.map(({ text }, id) => [text, id]));
  const dictionary = new Map(entries.map(([from, to]) => [ids.get(from)!, ids.get(to)!]));
  return { pieces, translations: pieces.map((_, id) => dictionary.get(id) ?? id) };
}

/** Rows of 1 and -1 that differ sufficiently; deterministic. */
function codesFor(count: number): Int8Array[] {
  let state = 1;
  const sign = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 31 === 1 ? 1 : -1;
  };
  const codes: Int8Array[] = [];
  while (codes.length < count) {
    const code = Int8Array.from({ length: HALF }, sign);
    const isAlike = codes.some(
      (other) => other.reduce((sum, value, i) => sum + value * code[i]!, 0) > MAX_DIFFERENT_BITS,
    );
    if (!isAlike) codes.push(code);
  }
  return codes;
}
