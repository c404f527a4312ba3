import { counted } from '../counted.js';
import type { BacktestReport, RuleReport } from './backtest-report.js';
import { xmlElement, xmlText } from './xml.js';

/**
 * The report as JUnit XML, which CI systems show. Each rule is a test case that fails when it breaks an expectation. Rules that could not be
 * read are errors; so is, if `strict`, what could not be read as an event.
 */
export function renderJunit(
  { rules, unreadable_rules, malformed, events, seconds }: BacktestReport,
  strict: boolean,
): string {
  const cases = [
    ...rules.map(ruleCase),
    ...unreadable_rules.map(({ at, fault }) => faultCase('rules', at, 'error', fault)),
    ...malformed.first.map(({ at, fault }) => faultCase('events', at, strict ? 'error' : 'skipped', fault)),
  ];
  const name = 'tripline backtest';
  const counts = {
    tests: cases.length,
    failures: rules.filter(({ breaches }) => breaches.length > 0).length,
    errors: unreadable_rules.length + (strict ? malformed.first.length : 0),
    time: seconds,
  };
  const properties = xmlElement('properties', {}, [
    xmlElement('property', { name: 'events', value: events }),
    xmlElement('property', { name: 'malformed', value: malformed.count }),
  ]);
  const skipped = strict ? 0 : malformed.first.length;
  const suite = xmlElement('testsuite', { name, ...counts, skipped }, [properties, ...cases]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('testsuites', { name, ...counts }, [suite])}\n`;
}

function ruleCase({ path, title, hits, hits_per_100k_events, breaches, warnings, first_hits }: RuleReport): string {
  const said = [
    `${counted(hits, 'hit')}, ${hits_per_100k_events} per 100,000 events`,
    ...first_hits.map((place) => `at ${place}`),
    ...warnings,
  ];
  return xmlElement('testcase', { classname: path, name: title }, [
    ...breaches.slice(0, 1).map((message) => xmlElement('failure', { message }, [xmlText(breaches.join('\n'))])),
    xmlElement('system-out', {}, [xmlText(said.join('\n'))]),
  ]);
}

function faultCase(classname: string, name: string, kind: 'error' | 'skipped', message: string): string {
  return xmlElement('testcase', { classname, name }, [xmlElement(kind, { message })]);
}
