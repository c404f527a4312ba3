/** Commands that only change what is shown. */
export const PRESENTATION: ReadonlySet<string> = new Set([
  'fields',
  'table',
  'sort',
  'reverse',
  'fieldformat',
  'convert',
  'addinfo',
  'highlight',
  'fillnull',
  'makemv',
  'mvcombine',
  'nomv',
  'outputlookup',
  'collect',
  'sendemail',
  'mvexpand',
  'rangemap',
  'addtotals',
  'outputcsv',
  'eventcount',
]);
/** Commands that limit which events are shown. */
export const LIMITS: ReadonlySet<string> = new Set(['head', 'tail', 'dedup', 'uniq']);
/** Commands that add columns to events: those that they name cannot be tested, the others can. */
export const COMPUTING: ReadonlySet<string> = new Set([
  'lookup',
  'iplocation',
  'xmlkv',
  'spath',
  'rex',
  'extract',
  'kv',
  'fromjson',
  'erex',
]);
/** Commands that make groups of events. */
export const GROUPING: ReadonlySet<string> = new Set(['stats', 'eventstats', 'chart', 'timechart', 'sistats']);
/** Commands that show groups, whose counts cannot be tested in a rule. */
export const SHOWING: ReadonlySet<string> = new Set([
  'top',
  'rare',
  'streamstats',
  'xyseries',
  'untable',
  'transpose',
  'trendline',
]);
/** Commands that cannot be read, with what each does. */
export const REFUSED: Readonly<Record<string, string>> = {
  join: 'joins the events with others',
  append: 'adds the events of another search',
  appendcols: 'adds columns of another search',
  union: 'puts several searches together',
  multisearch: 'puts several searches together',
  transaction: 'groups events into transactions',
  inputlookup: 'reads a list instead of events',
  from: 'reads a saved data set',
  rest: 'queries Splunk itself',
  makeresults: 'generates events',
  map: 'runs a search per event',
  metadata: 'reads metadata instead of events',
};
