// Whether converting and reading stay linear: processor time for four times as much, of rules and documents of many shapes, and for
// the longest reports that are read beside those of a third of their length.
// Usage: node bench/growth.mjs [rules|documents|longest]
import { generate, read } from '@tripline/advisory';
import { convert, DEPLOY_FORMATS, deploy, parseSigma, SigmaError, sampleEvents, TARGET_IDS } from '@tripline/sigma';
import { describeMachine, goal, partsAsked } from './lib/figures.mjs';

/** Linear work takes four times as long, quadratic work sixteen times. */
const FOUR_TIMES = { times: 4, most: 8 };
/** At the size of the longest reports, what does not grow with the text weighs nothing. */
const THREE_TIMES = { times: 3, most: 3.3 };
/** Characters of a third of the longest text that is read (packages/advisory/src/read/budget.ts). */
const THIRD = 660_000;
/** Below this the figures are those of the garbage collector. */
const LEAST_MS = 100;

const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('');
const selection = (body) => `    selection:\n${body}    condition: selection\n`;
const listed = (key, count, value) =>
  selection(`        ${key}:\n${lines(count, (at) => `            - ${value(at)}\n`)}`);
const RULES = {
  'fields, all': [600, (count) => selection(lines(count, (at) => `        field${at}|contains: 'v ${at}'\n`))],
  'fields, any': [600, (count) => selection(lines(count, (at) => `        - field${at}: v${at}\n`))],
  'fields by reference': [600, (count) => selection(lines(count, (at) => `        a${at}|fieldref: b${at}\n`))],
  values: [5000, (count) => listed('CommandLine|contains', count, (at) => `v${at}`)],
  'values, all': [5000, (count) => listed('CommandLine|contains|all', count, (at) => `v${at}`)],
  networks: [5000, (count) => listed('SourceIp|cidr', count, (at) => `10.${(at >> 8) & 255}.${at & 255}.0/24`)],
  keywords: [5000, (count) => selection(lines(count, (at) => `        - word${at}\n`))],
};

const hash = (at) => (at * 2654435761).toString(16).padStart(16, '0').repeat(4).slice(0, 64);
const address = (at) => `${11 + ((at >> 16) % 200)}.${(at >> 8) & 255}.${at & 255}.9`;
const DOCUMENTS = {
  hashes: [6000, (count) => lines(count, (at) => `${hash(at)}\n`)],
  'addresses on one line': [8000, (count) => lines(count, (at) => `${address(at)} `)],
  addresses: [8000, (count) => lines(count, (at) => `${address(at)}\n`)],
  domains: [4000, (count) => lines(count, (at) => `bad${at}[.]evil${at % 77}.example.com\n`)],
  commands: [1500, (count) => lines(count, (at) => `    powershell.exe -File C:\\ProgramData\\f${at}.ps1\n`)],
  paragraphs: [1500, (count) => lines(count, (at) => `The actor dumped LSASS on host ${at} and used PsExec.\n\n`)],
  sentences: [1500, (count) => lines(count, (at) => `The actor dumped LSASS on host ${at} and used PsExec. `)],
  page: [8000, (count) => `<html><body>${lines(count, (at) => `<div><p>They ran f${at}.exe</p></div>`)}</body></html>`],
};

const PROSE = [
  (at) =>
    `In the night of day ${at} the intruders came back and created a scheduled task named Sync${at} on the file server.`,
  (at) =>
    `They copied the archive to C:\\ProgramData\\store${at}\\data.zip before it was sent to files${at}.example-drop.com.`,
  (at) => `Two of the ${at} accounts had been used from abroad weeks earlier, and nobody had looked at the alerts.`,
  (at) =>
    `The loader reads its settings from the registry, decrypts them and starts svc${at}.exe with the rights of the system.`,
  (at) =>
    `According to the logs of host ${at}, shadow copies were deleted shortly before the first files had another ending.`,
  (at) =>
    `What the group wanted remains unclear; the note that it left in ${at} folders asks for money and names no sum.`,
];
const INDICATORS = [
  (at) => `${hash(at)} | svc${at}.dll | loader, seen on ${at} hosts`,
  (at) => `cdn${at}[.]update-node${at % 77}.net | | command and control`,
  (at) => `${address(at)} | 8443 | relay of the second wave`,
  (at) => `hxxps://files${at}[.]example-drop[.]com/get/${at}.bin | | payload`,
];
const COMMANDS = [
  (at) => `    cmd.exe /c copy C:\\Windows\\Temp\\a${at}.dat \\\\srv${at}\\c$\\ProgramData\\b${at}.dat`,
  (at) => `    powershell.exe -nop -w hidden -File C:\\ProgramData\\job${at}.ps1`,
  (at) => `    schtasks /create /tn "Sync ${at}" /tr C:\\Users\\Public\\s${at}.exe /sc onlogon /ru SYSTEM`,
  (at) => `    reg add HKCU\\Software\\Classes\\k${at} /v Value${at} /d ${at} /f`,
];

/** A text of so many characters made of lines in turn, and what stands between them. */
function textOf(characters, makers, between) {
  const parts = [];
  for (let [at, length] = [0, 0]; length < characters; at += 1) {
    parts.push(makers[at % makers.length](at));
    length += parts.at(-1).length + between.length;
  }
  return parts.join(between);
}
const LONGEST = {
  prose: (size) => textOf(size, [(at) => PROSE.map((make) => make(at)).join(' ')], '\n\n'),
  'table of indicators': (size) => `Indicators of compromise\n\n${textOf(size, INDICATORS, '\n')}`,
  commands: (size) => `What they typed:\n\n${textOf(size, COMMANDS, '\n')}`,
};

describeMachine();
const parts = partsAsked(['rules', 'documents', 'longest']);
if (parts.has('rules'))
  for (const [name, [size, make]] of Object.entries(RULES)) await grow(name, size, make, writeRule, FOUR_TIMES);
if (parts.has('documents'))
  for (const [name, [size, make]] of Object.entries(DOCUMENTS)) await grow(name, size, make, readDocument, FOUR_TIMES);
if (parts.has('longest'))
  for (const [name, make] of Object.entries(LONGEST)) await grow(name, THIRD, make, readDocument, THREE_TIMES);

async function grow(name, size, make, work, { times, most }) {
  await work(make(10));
  const [small, large] = [await cpu(work, make(size)), await cpu(work, make(size * times))];
  const growth = large / Math.max(small, LEAST_MS);
  const took = `${small.toFixed(0)} and ${large.toFixed(0)} ms`;
  goal(
    `${name}, ${size} and ${size * times} (${took})`,
    growth.toFixed(1),
    growth <= most,
    `≤ ${most}, linear is ${times}`,
  );
}

/** Processor time in milliseconds, the less of two tries. */
async function cpu(work, text) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2; round += 1) {
    const before = process.cpuUsage();
    await work(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function writeRule(detection) {
  const yaml = `title: T\nlogsource:\n    category: process_creation\n    product: windows\ndetection:\n${detection}`;
  const collection = parseSigma(yaml);
  const [rule] = collection.documents;
  if (rule === undefined) throw collection.errors[0];
  for (const target of TARGET_IDS) convert(rule, collection, target);
  for (const format of DEPLOY_FORMATS) {
    try {
      deploy(rule, collection, format);
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
    }
  }
  sampleEvents(rule);
}

async function readDocument(text) {
  generate(await read(new TextEncoder().encode(text)));
}
