import { withoutStart } from '../characters.js';
import type { SigmaEvent } from '../match/event-fields.js';
import { coversEvents, type EventLogsource, tellLogsource } from '../match/event-logsource.js';
import { setField } from './shape.js';

const PRIORITY = /^<(\d{1,3})>/;
/** RFC 5424: version, time, host, program, process id, message id. */
const NEW = /^1 (\S+) (\S+) (\S+) (\S+) (\S+) /;
/** RFC 3164, and the same with a time of RFC 3339: time, host, program, process id. */
const OLD = /^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S+) (\S+) ([^\s:[\]]+)(?:\[(\d+)\])?: ?/;

/** The logs of Linux whose programs are known by name, with the services that rules have for them. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  sshd: ['sshd', 'auth'],
  sudo: ['sudo', 'auth'],
  su: ['auth'],
  login: ['auth'],
  'systemd-logind': ['auth'],
  useradd: ['auth'],
  userdel: ['auth'],
  usermod: ['auth'],
  groupadd: ['auth'],
  passwd: ['auth'],
  cron: ['cron'],
  crond: ['cron'],
  clamd: ['clamav'],
  clamscan: ['clamav'],
  freshclam: ['clamav'],
  vsftpd: ['vsftpd'],
  guacd: ['guacamole'],
  auditd: ['auditd'],
  audispd: ['auditd'],
  'audisp-syslog': ['auditd'],
  kernel: [],
  systemd: [],
};

/** Facilities of `auth` and `authpriv`. */
const AUTH = new Set([4, 10]);

const sources = new Map<string, EventLogsource>();

/**
 * A line of syslog (RFC 5424, RFC 3164, or with a time of RFC 3339) with its parts by name. Of a program that Linux has it carries the log
 * source; devices share syslog, so other programs tell none. Undefined where the text is no such line.
 */
export function syslogEvent(line: string): SigmaEvent | undefined {
  const priority = PRIORITY.exec(line);
  const text = priority === null ? line : line.slice(priority[0].length);
  const event: Record<string, unknown> = {};
  const facility = priority === null ? undefined : Math.floor(Number(priority[1]) / 8);
  if (facility !== undefined) {
    setField(event, 'facility', facility);
    setField(event, 'severity', Number(priority?.[1]) % 8);
  }
  const header = headerOf(text);
  if (header === undefined && priority === null) return undefined;
  const { fields, message } = header ?? { fields: {}, message: text };
  for (const [name, value] of Object.entries(fields)) if (value !== '-') setField(event, name, value);
  setField(event, 'message', message);
  const { program } = fields;
  if (program !== undefined) tell(event, program.toLowerCase(), facility);
  return event;
}

interface Header {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
}

function headerOf(text: string): Header | undefined {
  const recent = NEW.exec(text);
  if (recent !== null) {
    const [whole, timestamp = '-', host = '-', program = '-', pid = '-', msgid = '-'] = recent;
    const fields = { timestamp, Computer: host, hostname: host, program, pid, msgid };
    return { fields, message: afterData(text, whole.length) };
  }
  const older = OLD.exec(text);
  if (older === null) return undefined;
  const [whole, timestamp = '-', host = '-', program = '-', pid = '-'] = older;
  return { fields: { timestamp, Computer: host, hostname: host, program, pid }, message: text.slice(whole.length) };
}

/** The message after structured data, in which a quoted value may hold a bracket. */
function afterData(text: string, from: number): string {
  let at = from;
  if (text[at] === '-') at++;
  while (text[at] === '[') {
    let isQuoted = false;
    for (at++; at < text.length && (isQuoted || text[at] !== ']'); at++) {
      if (isQuoted && text[at] === '\\') at++;
      else if (text[at] === '"') isQuoted = !isQuoted;
    }
    at++;
  }
  return withoutStart(withoutStart(text.slice(at), ' '), '\ufeff');
}

function tell(event: SigmaEvent, program: string, facility: number | undefined): void {
  const own = Object.hasOwn(SERVICES, program) ? SERVICES[program] : undefined;
  const services = own ?? (facility !== undefined && AUTH.has(facility) ? ['auth'] : undefined);
  if (services === undefined) return;
  const key = services.join();
  let source = sources.get(key);
  if (source === undefined) {
    const named = [...services, 'syslog'].map((service): EventLogsource => {
      return { product: 'linux', service, categories: [], fields: {} };
    });
    source = {
      ...(named[0] as EventLogsource),
      covers: (logsource) => named.some((one) => coversEvents(logsource, one)),
    };
    sources.set(key, source);
  }
  tellLogsource(event, source);
}
