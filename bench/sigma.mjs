// Parsing and converting a folder of Sigma rules: how many convert, how fast, and compared with parsing the same YAML. Usage: node
// bench/sigma.mjs [folder]; by default the public rules beside the checkout.
import {
  convert,
  DEFAULT_TARGET_IDS,
  INFORMATIVE_NOTES,
  parseSigma,
  standaloneDocuments,
  TARGET_IDS,
} from '@tripline/sigma';
import { loadAll } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import { corpusFolder, ruleFiles } from './lib/corpus.mjs';

const WARM_PASSES = 8;
const folder = corpusFolder(process.argv[2], 'a folder of Sigma rules', 'sigma/rules');
const texts = ruleFiles(folder).map(({ text }) => text);

const seconds = (work) => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
};
const rate = (time) => String(Math.round(texts.length / time)).padStart(7);
const parseAll = () => texts.map((text) => parseSigma(text));
const convertAll = (collections, target, options) => {
  for (const collection of collections) {
    for (const document of standaloneDocuments(collection)) convert(document, collection, target, options);
  }
};

/** Rules per second of the first pass and of the best of the warm ones. */
function measure(name, work) {
  const first = seconds(work);
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < WARM_PASSES; pass++) best = Math.min(best, seconds(work));
  console.log(`${name.padEnd(34)} first ${rate(first)} rules/s   warm ${rate(best)} rules/s`);
  return best;
}

console.log(`${texts.length} texts of ${folder}, Node.js ${process.version}\n`);

// The cold pass of a command line comes first, before anything is compiled: parsing and one target, text by text.
const cold = seconds(() => {
  for (const text of texts) convertAll([parseSigma(text)], 'siem_spl', {});
});
console.log(`${'cold: parse and convert to siem_spl'.padEnd(34)}     ${rate(cold)} rules/s`);
const both = measure('parse and convert to siem_spl', () => convertAll(parseAll(), 'siem_spl', {}));
measure('parse', parseAll);
const collections = parseAll();
for (const target of TARGET_IDS) measure(`convert to ${target}`, () => convertAll(collections, target, {}));
measure('parse and convert to all six', () => {
  for (const text of texts) {
    const collection = parseSigma(text);
    for (const target of DEFAULT_TARGET_IDS) convertAll([collection], target, {});
  }
});
const floor = measure('floor: js-yaml reads the same', () => {
  for (const text of texts) loadAll(text);
});
measure('floor: yaml reads the same', () => {
  for (const text of texts) for (const document of parseAllDocuments(text)) document.toJS();
});
console.log(`parse and convert takes ${(both / floor).toFixed(2)} times as long as js-yaml takes to read\n`);

const costs = [];
for (const collection of collections) {
  for (const document of standaloneDocuments(collection)) {
    costs.push(seconds(() => convert(document, collection, 'siem_spl')) * 1e6);
  }
}
costs.sort((a, b) => a - b);
const percentile = (share) => costs[Math.min(costs.length - 1, Math.floor(costs.length * share))]?.toFixed(1);
console.log(
  `one conversion, warm: p50 ${percentile(0.5)} µs, p95 ${percentile(0.95)} µs, p99 ${percentile(0.99)} µs\n`,
);

const unread = collections.reduce((sum, { errors }) => sum + errors.length, 0);
console.log(`documents that cannot be read: ${unread}`);
for (const pipeline of ['default', 'none']) {
  for (const target of TARGET_IDS) {
    const counts = { converted: 0, failed: 0, noted: 0 };
    for (const collection of collections) {
      for (const document of standaloneDocuments(collection)) {
        const conversion = convert(document, collection, target, { pipeline });
        if (!conversion.ok) counts.failed++;
        else if (conversion.notes.some(({ code }) => !INFORMATIVE_NOTES.has(code))) counts.noted++;
        if (conversion.ok) counts.converted++;
      }
    }
    const { converted, failed, noted } = counts;
    console.log(
      `${pipeline.padEnd(8)}${target.padEnd(12)} converted ${converted}, failed ${failed}, with notes ${noted}`,
    );
  }
}
console.log(`\nmemory: ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB resident`);
