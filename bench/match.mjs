// Many Sigma rules over recorded events: the index over rules beside the plain loop over all rules, in the same run. Usage:
// node bench/match.mjs [rules folder] [folder of *.ndjson.gz] [--peer COMMAND]; by default the public rules and recordings beside the checkout.
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import {
  coversEvents,
  createMatcher,
  createRuleIndex,
  logsourceOfEvent,
  parseSigma,
  withRuleFields,
} from '@tripline/sigma';
import { corpusFolder, ruleFiles } from './lib/corpus.mjs';
import { peerSeconds, takePeer } from './lib/peer.mjs';

/** The plain loop is run on one event of so many, since it would take hours. */
const PLAIN_EVERY = 500;
const words = process.argv.slice(2);
const peer = takePeer(words);
const rulesFolder = corpusFolder(words[0], 'a folder of Sigma rules', 'sigma/rules');
const eventsFolder = corpusFolder(
  words[1],
  'a folder of recorded events (*.ndjson.gz), after that of the rules',
  'telemetry',
);

const rules = ruleFiles(rulesFolder)
  .flatMap(({ text }) => parseSigma(text).documents)
  .filter(({ kind }) => kind === 'rule');
const index = createRuleIndex(rules);
const matchers = rules.map((rule) => createMatcher(rule));

function oneByOne(event) {
  const source = logsourceOfEvent(event);
  const seen = withRuleFields(event, source);
  return [...rules.keys()].filter(
    (number) =>
      (source === undefined || coversEvents(rules[number].logsource, source)) && matchers[number].matches(seen),
  );
}

const spent = { parse: 0, index: 0, plain: 0 };
const timed = (name, work) => {
  const start = performance.now();
  const result = work();
  spent[name] += performance.now() - start;
  return result;
};
let events = 0;
let compared = 0;
let hits = 0;
const started = performance.now();
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let plainProcessor = 0;
const before = processorMs();
for (const name of readdirSync(eventsFolder).filter((each) => each.endsWith('.gz'))) {
  const input = createReadStream(join(eventsFolder, name)).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    if (line === '') continue;
    const event = timed('parse', () => JSON.parse(line));
    const found = timed('index', () => index.matches(event));
    hits += found.length;
    if (events++ % PLAIN_EVERY !== 0) continue;
    compared++;
    const start = processorMs();
    const expected = timed('plain', () => oneByOne(event));
    plainProcessor += processorMs() - start;
    if (expected.join() !== found.join())
      throw new Error(`the index found ${found}, the rules alone ${expected}: ${line}`);
  }
}
const processor = processorMs() - before - plainProcessor;
const wall = performance.now() - started - spent.plain;
const rate = (count, ms) => `${Math.round((count / ms) * 1000)}`.padStart(8);
console.log(`${rules.length} rules, ${events} events, ${hits} matches, Node.js ${process.version}\n`);
console.log(`index, events in memory        ${rate(events, spent.index)} events/s`);
console.log(`index, with reading and JSON   ${rate(events, wall)} events/s`);
console.log(`floor: reading and JSON alone  ${rate(events, wall - spent.index)} events/s`);
console.log(
  `share of the floor             ${((wall - spent.index) / wall).toFixed(2).padStart(8)} (goal at least 0.6)`,
);
// On a busy machine the wall clock says more about the others.
console.log(`the same by processor time     ${rate(events, processor)} events/s`);
console.log(`plain loop, events in memory   ${rate(compared, spent.plain)} events/s (${compared} events)`);
console.log(`the index is ${Math.round(spent.plain / compared / (spent.index / events))} times as fast`);
if (peer !== undefined) {
  const seconds = peerSeconds(peer, rulesFolder, eventsFolder);
  console.log(`${peer}: ${rate(events, seconds * 1000)} events/s, its start and reading included`);
}
console.log(`memory: ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB resident`);
