import type { BlockRole } from '../model.js';
import type { DraftBlock } from './draft-block.js';

// "Defense evasion", "bypassing detections", "anti-analysis": what the actor did, however much it sounds like advice.
const ACTOR_HEADING = /\b(?:evasi|evad|avoid|bypass|anti-|tactic|disabl|tamper|kill[- ]?chain|attack (?:chain|flow))/i;
const REFERENCES =
  /^(?:\d+[.)]?\s*)?(?:references?|sources?|citations?|further reading|see also|external links?|(?:additional |other )?resources|bibliography|footnotes|related (?:reading|links|posts|articles|content)|links|acknowledge?ments?|credits)\W*$/i;
const INDICATORS =
  /\b(?:indicators?(?: of (?:compromise|attack))?|iocs?|observables|ioas?|(?:file |malware |sample )?hash(?:es)?|sha-?(?:1|256)|md5)\b|^(?:network|host|file)[- ]based\b|^(?:samples?|artifacts|c2s?|c&c|domains?|urls?|ip addresses|ips|command[- ]and[- ]control (?:servers?|domains?))\W*$/i;
const DETECTION =
  /\b(?:detect(?:s|ed|ion|ions|ing)?|hunt(?:s|ing)?|yara|sigma|snort|suricata|splunk|kql|kusto|quer(?:y|ies)|telemetry|monitor(?:ing)?|analytics|log sources|data sources)\b/i;
const REMEDIATION =
  /\b(?:mitigat\w*|remediat\w*|recommend\w*|prevent\w*|hardening|best practices|how to (?:protect|stay|defend|prevent|respond)|protect(?:ing|ion)?|defen[cs]es?|defend(?:ing|ers?)?|countermeasures?|workarounds?|next steps|takeaways|lessons learned|what to do|what (?:can|should) (?:you|organi[sz]ations|we)|what (?:you|organi[sz]ations) (?:can|should)|responding|incident response|safeguards?|eradication)\b/i;

/**
 * What a section is about, by its headings: the innermost one that says so decides. The document's own title never
 * does: "Detecting X" is still told as what X did.
 */
export function headingRole(headings: readonly string[], title: string): BlockRole {
  const plainTitle = lettersOf(title);
  const isTitle = (heading: string): boolean => {
    const letters = lettersOf(heading);
    return letters.length > plainTitle.length / 2 && plainTitle.startsWith(letters);
  };
  for (const heading of headings.toReversed()) {
    if (heading.length > 160 || ACTOR_HEADING.test(heading) || isTitle(heading)) continue;
    if (REFERENCES.test(heading)) return 'references';
    if (INDICATORS.test(heading)) return 'indicators';
    if (DETECTION.test(heading)) return 'detection';
    if (REMEDIATION.test(heading)) return 'remediation';
  }
  return 'narrative';
}

/** Letters and digits alone: quotes, dashes and blanks differ between a title's copies. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

const ADVICE_START =
  /^(?:\W*)(?:(?:we|it is|security teams?|organi[sz]ations|defenders|administrators|users|customers|companies|enterprises|network defenders|businesses) (?:also )?(?:strongly |highly )?(?:recommend|recommended|advise|should|must|are advised|are encouraged|can (?:mitigate|protect|prevent|reduce))|to (?:mitigate|protect|defend against|prevent|reduce the risk)|ensure (?:that )?|implement |enforce |enable (?:mfa|multi|logging|audit|strong|2fa)|apply (?:the )?(?:patch|update|principle)|keep (?:all )?(?:software|systems|operating)|restrict (?:access|the use)|use (?:strong|multi|mfa|least)|rotate |regularly |conduct |educate |train |block (?:the|all|access)|consider |update (?:all|to))/i;
const HUNT_START =
  /^(?:\W*)(?:(?:detect|hunt|monitor|alert|look|search|query|audit|watch) (?:for|on|the|any|all|when|your)\b|(?:the )?following (?:query|queries|rule|rules|detections?)\b|defenders (?:can|should) (?:hunt|look|monitor|search))/i;
const RULE_LANGUAGE =
  /^(?:(?:rule|private rule|global rule) \w+\s*(?::[\w ]+)?\s*\{|alert (?:tcp|udp|http|dns|tls|ip) |title:\s.+\n(?:.*\n)*?logsource:|index\s*=\s*\S+|sourcetype\s*=|(?:DeviceProcessEvents|DeviceNetworkEvents|DeviceFileEvents|SecurityEvent|AWSCloudTrail|SigninLogs|AuditLogs|CloudAppEvents)\b|(?:process|file|network|event|any|sequence|registry) (?:where|by) )/;

/** The longest run of letters and digits is what tells an indicator row from prose. */
const HASH_LIKE = /\b[0-9a-f]{32,128}\b/i;
const DEFANGED = /\[\.\]|\(\.\)|\[dot\]|hxxp/i;

/** The role of one block within its section: what it says itself may overrule the section. */
export function blockRole(block: DraftBlock, section: BlockRole): BlockRole {
  if (block.type === 'heading') return section;
  const { text } = block;
  if (block.type === 'code' && RULE_LANGUAGE.test(text.slice(0, 2000))) return 'detection';
  if (section !== 'narrative') return section;
  if (isReference(block)) return 'references';
  if ((block.type === 'table-row' || block.type === 'list-item') && isIndicatorRow(text)) return 'indicators';
  if (block.type === 'code') return 'narrative';
  const opening = text.slice(0, 200);
  if (HUNT_START.test(opening)) return 'detection';
  if (ADVICE_START.test(opening)) return 'remediation';
  return 'narrative';
}

/** A list item or paragraph that is a link and little else leads away from the article. */
function isReference(block: DraftBlock): boolean {
  if (block.type !== 'list-item' && block.type !== 'paragraph') return false;
  if (/^\W{0,4}\d{0,4}\W{0,4}https?:\/\/\S+$/.test(block.text)) return true;
  if (!block.links?.length) return false;
  const linked = block.links.reduce((sum, link) => sum + link.end - link.start, 0);
  return linked >= block.text.length * 0.9 && block.text.length > 12;
}

function isIndicatorRow(text: string): boolean {
  return text.length < 2000 && (HASH_LIKE.test(text) || (DEFANGED.test(text) && text.split(/\s+/).length <= 12));
}
