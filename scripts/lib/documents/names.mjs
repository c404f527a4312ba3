import { spawnSync } from 'node:child_process';
import { processSettings } from '../process-settings.mjs';

const CAPITALS = /(?<![\w.$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g;
const METRIC = /(?<![\w.$/-])(?:tripline|http_request)_[a-z0-9_]+(?![\w-])/g;
const ALERT = /^Tripline[A-Z]\w*$/;
/** What Prometheus adds to the name of a histogram. */
const SERIES = /_(?:bucket|sum|count)$/;

/**
 * The check of names that stand for settings, metrics and alerts. A name whose first word is that of a setting is a setting, or a variable that code or
 * compose reads. Another in capitals stands in the code or in its data (a constant, an event's field), is given a value in the document, or is one of
 * Node's own.
 * @param code texts by file
 * @returns gives the faults of a piece of code in a document
 */
export async function nameCheck(code) {
  const settings = (await processSettings()).flatMap((process) => process.settings);
  const ours = new Set(settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])));
  const families = new Set([...ours].map(firstWord));
  const read = new Set();
  const words = new Set(spawnSync(process.execPath, ['--help'], { encoding: 'utf8' }).stdout.match(/^NODE_\w+/gm));
  const metrics = new Set();
  const others = new Set();
  for (const [file, text] of code) {
    for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)) words.add(name);
    for (const [, name] of text.matchAll(
      /(?:\bconst |\benv(?:ironment)?(?:\.|\[')|\$\{?|^|ENV |ARG )([A-Z][A-Z0-9_]+)(?=['\]}:=\s,;)-])/gm,
    ))
      read.add(name);
    for (const [, names] of text.matchAll(/\{([^{}]*)\} = process\.env\b/g))
      for (const [name] of names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) read.add(name);
    const definesMetrics = file.includes('/src/') && text.includes("from 'prom-client'");
    for (const [, name] of text.matchAll(/'((?:tripline|http)_[a-z0-9_]+)'/g)) if (definesMetrics) metrics.add(name);
    if (!file.startsWith('deploy/observability/'))
      for (const [name] of text.matchAll(/\btripline_[a-z0-9_]+\b/g)) others.add(name);
  }
  const alerts = new Set();
  for (const [, name] of code.get('deploy/observability/alerts.yaml').matchAll(/^\s*- alert: (\S+)/gm))
    alerts.add(name);
  for (const name of words) if (name.startsWith('NODE_')) read.add(name);
  return ({ text }, _document, pieces) => {
    const faults = [];
    for (const [name] of text.matchAll(CAPITALS)) {
      if (ours.has(name) || read.has(name)) continue;
      const isElsewhere = words.has(name) || pieces.some((piece) => piece.inBlock && piece.text.includes(`${name}=`));
      if (families.has(firstWord(name)) || !isElsewhere) faults.push(`no process reads ${name}`);
    }
    for (const [name] of text.matchAll(METRIC)) {
      if (metrics.has(name) || metrics.has(name.replace(SERIES, '')) || others.has(name)) continue;
      faults.push(`there is no metric ${name}`);
    }
    if (ALERT.test(text) && !alerts.has(text)) faults.push(`there is no alert ${text}`);
    return faults;
  };
}

const firstWord = (name) => name.slice(0, name.indexOf('_') + 1);
