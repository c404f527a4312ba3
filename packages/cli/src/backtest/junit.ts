import { counted } from '../counted.js';
import type { BacktestReport, RuleReport } from './backtest-report.js';
import { xmlElement, xmlText } from './xml.js';

/**
 * The report as JUnit XML, which CI systems show. Each rule is a test case that fails when it breaks an expectation. Rules that could not be
 * read are errors, and so is what could not be read as an event, or was not understood.
 */
export function renderJunit({
  rules,
  unreadable_rules,
  malformed,
  not_understood,
  events,
  seconds,
}: BacktestReport): string {
  const cases = [
    ...rules.map(ruleCase),
    ...unreadable_rules.map(({ at, fault }) => faultCase('rules', at, fault)),
    ...malformed.first.map(({ at, fault }) => faultCase('events', at, fault)),
    ...not_understood.first.map((at) => faultCase('events', at, 'not understood')),
  ];
  const name = 'tripline backtest';
  const counts = {
    tests: cases.length,
    failures: rules.filter(({ breaches }) => breaches.length > 0).length,
    errors: unreadable_rules.length + malformed.first.length + not_understood.first.length,
    time: seconds,
  };
  const properties = xmlElement('properties', {}, [
    xmlElement('property', { name: 'events', value: events }),
    xmlElement('property', { name: 'malformed', value: malformed.count }),
    xmlElement('property', { name: 'not_understood', value: not_understood.count }),
  ]);
  const suite = xmlElement('testsuite', { name, ...counts, skipped: 0 }, [properties, ...cases]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('testsuites', { name, ...counts }, [suite])}\n`;
}

function ruleCase({ path, title, hits, hits_per_100k_events, breaches, warnings, first_hits }: RuleReport): string {
  const lines = [
    `${counted(hits, 'hit')}, ${hits_per_100k_events} per 100,000 events`,
    ...first_hits.map((place) => `at ${place}`),
    ...warnings,
  ];
  return xmlElement('testcase', { classname: path, name: title }, [
    ...breaches.slice(0, 1).map((message) => xmlElement('failure', { message }, [xmlText(breaches.join('\n'))])),
    xmlElement('system-out', {}, [xmlText(lines.join('\n'))]),
  ]);
}

function faultCase(classname: string, name: string, message: string): string {
  return xmlElement('testcase', { classname, name }, [xmlElement('error', { message })]);
}
