import { TooCostlyError } from '../src/detections/reader-threads.js';
import { readSent } from '../src/siems/reading/read-sent.js';
import { doSiemTask, type SiemTask } from '../src/siems/reading/siem-task.js';
import { TooCostlyExportError } from '../src/siems/reading/too-costly-export.js';
import type { SiemKind } from '../src/siems/siem-kinds.js';
import { elasticRule, sigmaRule, yaral } from './support/siem-exports.js';

const SEARCH = 'search = sourcetype=aws:cloudtrail eventName=StopLogging';
const wide = `# ${'x'.repeat(4000)}`;
const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');
const conf = many(300, (index) => `[R${index}]\n${SEARCH}\n`);
const lines = many(300, (index) => `${JSON.stringify(elasticRule(`R${index}`, 'a:b'))}\n`);
const list = JSON.stringify(Array.from({ length: 300 }, (_, index) => elasticRule(`R${index}`, 'a:b')));
const sigma = many(300, (index) => `${sigmaRule(`r${index}`, 'StopLogging')}${wide}\n---\n`);
const secOps = many(
  300,
  (index) => `//${wide}\n${yaral.slice(yaral.indexOf('rule')).replace(/rule (\w+)/g, `rule $1_${index}`)}`,
);

/** What is told of an export whose task number `dear` of a step takes more than it may. */
async function toldOf(kind: SiemKind, file: { name: string; text: string }, step: SiemTask['step'], dear: number) {
  let tasks = 0;
  const run = async (task: SiemTask) => {
    if (task.step === step && ++tasks === dear) throw new TooCostlyError('time', '15 s of work');
    return doSiemTask(task);
  };
  const sent = {
    name: file.name,
    chunks: (async function* () {
      yield Buffer.from(file.text);
    })(),
  };
  return readSent(run, kind, sent).catch((error: unknown) => error);
}

describe('a part of an export that takes more time than it may is named', () => {
  it.each([
    ['splunk', 'a.conf', conf, 'stanzas', 1, 'a.conf'],
    ['splunk', 'a.conf', conf, 'look', 1, 'a.conf:1 [R0] to a.conf:499 [R249]'],
    ['splunk', 'a.conf', conf, 'searches', 2, 'a.conf:501 [R250] to a.conf:599 [R299]'],
    ['splunk', 'a.conf', `[one]\n${SEARCH}\n`, 'searches', 1, 'a.conf:1 [one]'],
    ['elastic', 'a.ndjson', lines, 'piece', 2, 'a.ndjson from line 251 on'],
    ['elastic', 'a.json', list, 'piece', 2, 'a.json from record 250 on'],
    ['sigma', 'a.yml', sigma, 'divide', 1, 'a.yml'],
    ['sigma', 'a.yml', sigma, 'texts', 2, /^a\.yml from document (?!1 )\d+ on$/],
    ['google', 'a.yaral', secOps, 'texts', 1, 'a.yaral from line 1 on'],
    ['google', 'a.yaral', secOps, 'texts', 2, /^a\.yaral from line (?!1 )\d+ on$/],
    ['sigma', 'a.yml', sigmaRule('a', 'StopLogging'), 'find', 1, 'a.yml'],
  ] as const)('%s: %s: task %#', async (kind, name, text, step, dear, part) => {
    const error = (await toldOf(kind, { name, text }, step, dear)) as TooCostlyExportError;
    expect(error).toBeInstanceOf(TooCostlyExportError);
    const [named, ...rest] = error.fault.split(': reading this ');
    expect(named).toEqual(typeof part === 'string' ? part : expect.stringMatching(part));
    expect(rest).toEqual([
      'takes more than the 15 s of work that a part of an export may use; make the longest search in it shorter, or ask the operator for more (LIMIT_READER_SECONDS)',
    ]);
    expect(error.message).toBe(`Invalid body: ${error.fault}. Nothing was changed.`);
  });
});
