// Translates sentences with Bergamot's wasm, since the package's own worker does not start under Node. A
// separate program: it computes without a pause, and a broken model ends only this process. Reads one JSON
// object from standard input: {"models":[{"model","lex","vocabs":[…]}],"batches":[["…"]]}, with all files by
// path. With two models, the second one translates the output of the first. Prints one JSON array of
// translations for each batch.
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/** In pages of 64 KiB: 1 GB. Two models need about half of this. */
const MAX_PAGES = 16_384;
const FIRST_PAGES = 256;
/** The integer arithmetic that the wasm imports, and its own exports for it. */
const ARITHMETIC = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};
/** Each text is one sentence. `alignment` restores the positions of a text's tags in the translation. */
const SETTINGS = `beam-size: 1
normalize: 1.0
word-penalty: 0
cpu-threads: 0
gemm-precision: int8shiftAlphaAll
skip-cost: true
alignment: soft
quiet: true
quiet-translation: true
ssplit-mode: sentence
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
`;

const { models, batches } = JSON.parse(readFileSync(0, 'utf8'));
const bergamot = await start();
const service = new bergamot.BlockingService({ cacheSize: 0 });
const steps = models.map(load);
for (const texts of batches) {
  const input = new bergamot.VectorString();
  const options = new bergamot.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
  }
  const translations =
    steps.length > 1
      ? service.translateViaPivoting(...steps, input, options)
      : service.translate(...steps, input, options);
  writeSync(1, `${JSON.stringify(texts.map((_, i) => translations.get(i).getTranslatedText()))}\n`);
  for (const used of [input, options, translations]) used.delete();
}

/** The package's script expects a browser, so it receives the wasm and its memory directly. */
function start() {
  const folder = createRequire(import.meta.url)
    .resolve('@browsermt/bergamot-translator/package.json')
    .replace(/package\.json$/, 'worker/');
  const code = readFileSync(`${folder}bergamot-translator-worker.js`, 'utf8');
  const wasm = new WebAssembly.Module(readFileSync(`${folder}bergamot-translator-worker.wasm`));
  return new Promise((resolve) => {
    const module = {
      wasmMemory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES }),
      /**
       * @param {WebAssembly.Imports} imports
       * @param {(instance: WebAssembly.Instance) => void} accept
       */
      instantiateWasm(imports, accept) {
        const arithmetic = Object.fromEntries(
          Object.entries(ARITHMETIC).map(([name, own]) => [
            name,
            (/** @type {number[]} */ ...args) => instance.exports[own](...args),
          ]),
        );
        const instance = new WebAssembly.Instance(wasm, { ...imports, wasm_gemm: arithmetic });
        accept(instance);
        return instance.exports;
      },
      onRuntimeInitialized: () => resolve(module),
      print: printLine,
      printErr: printLine,
    };
    // oxlint-disable-next-line no-new-func -- the script is not a module
    new Function('Module', code)(module);
  });
}

/** @param {string} line */
function printLine(line) {
  writeSync(2, `${line}\n`);
}

/** @param {{ model: string, lex: string, vocabs: string[] }} files */
function load({ model, lex, vocabs }) {
  const list = new bergamot.AlignedMemoryList();
  for (const path of vocabs) list.push_back(inMemory(path, 64));
  return new bergamot.TranslationModel(SETTINGS, inMemory(model, 256), inMemory(lex, 64), list, null);
}

/**
 * @param {string} path
 * @param {number} alignment in bytes
 */
function inMemory(path, alignment) {
  const bytes = readFileSync(path);
  const memory = new bergamot.AlignedMemory(bytes.length, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
}
