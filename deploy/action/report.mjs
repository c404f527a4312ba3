// node report.mjs FOLDER: the results of the steps before as Markdown, for the job's summary and the pull request.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** More lines than this of one kind are only counted. */
const LINES_MAX = 20;

const [folder = '.'] = process.argv.slice(2);
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined);
const mark = (step) => (read(`${step}.status`)?.trim() === '0' ? '✅' : '❌');

const parts = ['## Tripline', lint(), conversion(), backtest(), drafts()].filter((part) => part !== undefined);
process.stdout.write(`${parts.join('\n\n')}\n`);

function lint() {
  const text = read('check.sarif');
  if (text === undefined) return failedEarly('check', 'Lint');
  const { results } = JSON.parse(text).runs[0];
  const count = (level) => results.filter((result) => result.level === level).length;
  const summary = `${mark('check')} **Lint**: ${count('error')} errors, ${count('warning')} warnings, ${count('note')} remarks`;
  const lines = results
    .filter(({ level }) => level !== 'note')
    .map(({ level, locations, message, ruleId }) => {
      const { artifactLocation, region } = locations[0].physicalLocation;
      return `- ${level} ${code(`${decodeURI(artifactLocation.uri)}:${region?.startLine ?? 1}`)} ${code(ruleId)} ${plain(message.text)}`;
    });
  return withLines(summary, lines);
}

function conversion() {
  const text = read('queries.jsonl');
  if (text === undefined) return failedEarly('convert', 'Conversion');
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const targets = [...new Set(records.map(({ target }) => target))];
  const counts = targets.map((target) => {
    const own = records.filter((record) => record.target === target);
    const noted = own.filter(({ notes = [] }) => notes.length > 0).length;
    return `${target} ${own.filter(({ ok }) => ok).length} of ${own.length} (${noted} with notes)`;
  });
  const lines = records
    .filter(({ ok }) => !ok)
    .map(({ error, path, target }) => `- ${target} ${code(path)} ${code(error.code)} ${plain(error.message)}`);
  return withLines(`${mark('convert')} **Conversion**: ${counts.join(', ')}`, lines);
}

function backtest() {
  const text = read('backtest.xml');
  if (text === undefined) return failedEarly('backtest', 'Backtest');
  const cases = text.match(/<testcase\b/g)?.length ?? 0;
  const failed = /<testcase\b[^>]*?\bname="([^"]*)"[^>]*>\s*<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/g;
  const failures = [...text.matchAll(failed)];
  const summary = `${mark('backtest')} **Backtest**: ${cases - failures.length} of ${cases} rules do what is expected`;
  return withLines(
    summary,
    failures.map(([, name, message]) => `- ${plain(unescapeXml(name))}: ${plain(unescapeXml(message))}`),
  );
}

/** What the advisories gave, and what of it the repository has already. */
function drafts() {
  const text = read('drafts.json');
  if (!text) return failedEarly('draft', 'Rules from advisories');
  const { documents } = JSON.parse(text);
  const [rules, covered] = ['rules', 'covered'].map((name) => documents.flatMap((document) => document[name] ?? []));
  const by = ({ coveredBy = [] }) =>
    coveredBy.map(({ events, path, title }) => `${plain(title)} ${code(path)} (${events} events)`).join(', ');
  const both = rules.filter(({ coveredBy = [] }) => coveredBy.length > 0);
  const lines = [
    ...rules.filter((rule) => !both.includes(rule)).map(({ level, title }) => `- ${level} ${plain(title)}`),
    ...both.map((rule) => `- ${rule.level} ${plain(rule.title)}, already covered by ${by(rule)}`),
    ...covered.map((rule) => `- left out: ${plain(rule.title)}, already covered by ${by(rule)}`),
  ];
  const counts = `${rules.length - both.length} new, ${both.length + covered.length} covered already`;
  return withLines(`${mark('draft')} **Rules from advisories**: ${counts}`, lines);
}

/** A step that ran without leaving a result has said why in the job's log. */
function failedEarly(step, title) {
  return read(`${step}.status`) === undefined ? undefined : `${mark(step)} **${title}**: could not run, see the log`;
}

function withLines(summary, lines) {
  if (lines.length === 0) return summary;
  const more = lines.length > LINES_MAX ? [`- and ${lines.length - LINES_MAX} more`] : [];
  return [summary, '', ...lines.slice(0, LINES_MAX), ...more].join('\n');
}

/** Texts of a rule are somebody else's: no markup, no mention, no line of their own. */
function plain(text) {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#!|@~]/g, (character) => `&#${character.codePointAt(0)};`);
}

function code(text) {
  return `<code>${plain(text)}</code>`;
}

function unescapeXml(text) {
  const names = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name) => names[name]);
}
