import { readCitations, readStatements } from './product.ts';

const citations = readCitations();
for (const { number, text } of readStatements()) {
  console.log(`${number} ${text}`);
  for (const { file, title } of citations.filter(({ numbers }) => numbers.includes(number))) {
    console.log(`    ${file}: "${title}"`);
  }
}
