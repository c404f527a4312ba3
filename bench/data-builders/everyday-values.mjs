// Values of events without what belongs to one host, and their more general forms.

/** Accounts that every Windows has. */
const OWN_ACCOUNTS =
  /^(?:-|system|local service|network service|anonymous logon|administrator|guest|dwm-\d+|umfd-\d+)$/i;
const HOST_FIELDS = ['Hostname', 'Computer'];
const ACCOUNT_FIELDS = ['AccountName', 'SubjectUserName', 'TargetUserName', 'User'];

/** Fields with typed lines or scripts: their words count, not the whole. */
const TEXT_FIELDS = ['CommandLine', 'ParentCommandLine', 'ScriptBlockText', 'Payload'];
const WORDS_MAX = 60;
const FOLDERS_MAX = 4;

/** Names of a recording's hosts, domains and accounts, longest first, as one expression that finds any of them. */
export async function namesIn(events) {
  const names = new Map();
  const add = (text, stand) => {
    const name = String(text ?? '').trim();
    if (name.length > 3 && !OWN_ACCOUNTS.test(name) && !names.has(name.toLowerCase()))
      names.set(name.toLowerCase(), stand);
  };
  for await (const event of events) {
    for (const field of HOST_FIELDS) {
      const [host, ...domain] = String(event[field] ?? '').split('.');
      add(host, 'host');
      add(domain.join('.'), 'example.com');
      if (domain.length > 1) add(domain[0], 'example');
    }
    for (const field of ACCOUNT_FIELDS) {
      const account = String(event[field] ?? '').replace(/^.*\\/, '');
      if (!account.endsWith('$') && !/^S-1-/.test(account)) add(account, 'user');
    }
  }
  const list = [...names.keys()].sort((a, b) => b.length - a.length);
  const any = list.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return { names, expression: list.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${any})(?![\\w-])`, 'gi') };
}

/** A field of an event as text, without names of hosts and people; empty where the event lacks it. */
export function anonymous(event, field, { names, expression }) {
  const raw = field === 'EventType' ? (event.EventType ?? event.EventTypeOrignal) : event[field];
  if (raw === undefined || raw === null) return '';
  const text = String(raw)
    .replace(/(\\Users\\)(?!Public\\|Default\\|All Users\\)[^\\]+/gi, '$1user')
    .replace(/S-1-5-21-[\d-]+/g, 'S-1-5-21-0');
  return expression === undefined ? text : text.replace(expression, (name) => names.get(name.toLowerCase()) ?? name);
}

/** How values of a field become more general, step by step; an empty value has no forms. */
export function generalForms(field) {
  if (TEXT_FIELDS.includes(field)) return (value) => (value === '' ? [] : textForms(value));
  return (value) => (value === '' ? [] : pathForms(value));
}

/** Identifiers and numbers of one host replaced. */
function withoutNumbers(value) {
  return value
    .replace(/\{[0-9a-f-]{36}\}/gi, '{0}')
    .replace(/[0-9a-f]{8,}/gi, '0')
    .replace(/\d{3,}/g, '0');
}

/** The value, the value without numbers, then its folders with a stand-in for the file. */
function pathForms(value) {
  const plain = withoutNumbers(value);
  const forms = [value, plain];
  const ending = /\.\w{1,4}$/.exec(plain)?.[0] ?? '';
  let folder = plain;
  for (let step = 0; step < FOLDERS_MAX; step += 1) {
    const cut = folder.lastIndexOf('\\');
    if (cut < 3) break;
    folder = folder.slice(0, cut);
    forms.push(`${folder}\\x${ending}`);
  }
  return forms;
}

/** The text where it is short, the text without numbers, then its distinct words in order of the alphabet. */
function textForms(value) {
  const words = [...new Set(value.split(/\s+/))];
  if (words.length > WORDS_MAX) return [[...words].sort().slice(0, WORDS_MAX).join(' ')];
  const [program = ''] = words;
  return [value, withoutNumbers(value), withoutNumbers(program)];
}
