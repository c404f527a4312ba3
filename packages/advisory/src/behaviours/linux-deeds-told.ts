import type { Behaviour, BehaviourKind } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import type { Passage } from './passage.js';

interface Told {
  readonly id: string;
  readonly kind: BehaviourKind;
  readonly pattern: RegExp;
  readonly techniques: readonly string[];
}

const PUT =
  '(?:add(?:s|ed|ing)?|append(?:s|ed|ing)?|install(?:s|ed|ing)?|creat(?:es?|ed|ing)|regist(?:ers?|ered|ering)|writ(?:es?|ing)|wrote|drop(?:s|ped|ping)?|plac(?:es?|ed|ing)|set(?:s|ting)? up|configur(?:es?|ed|ing)|schedul(?:es?|ed|ing)|plant(?:s|ed|ing)?|insert(?:s|ed|ing)?|inject(?:s|ed|ing)?|us(?:es?|ed|ing)|persist(?:s|ed|ing)?|maintain(?:s|ed|ing)?|achiev(?:es?|ed|ing)|establish(?:es|ed|ing)?)';
const told = (id: string, kind: BehaviourKind, pattern: string, ...techniques: readonly string[]): Told => ({
  id,
  kind,
  pattern: new RegExp(pattern, 'gi'),
  techniques,
});

/** What reports say of Linux in words rather than commands; the captured words are the place. */
const TOLD: readonly Told[] = [
  told(
    'cron',
    'scheduled-task',
    `\\b${PUT}\\b[^.;\\n]{0,80}?\\b(cron(?:tab)?(?:[ -]?(?:jobs?|entr(?:y|ies)|tasks?))?)\\b`,
    'T1053.003',
  ),
  told(
    'systemd',
    'service',
    `\\b${PUT}\\b[^.;\\n]{0,80}?\\b(systemd (?:services?|units?|timers?)|systemd for persistence)\\b`,
    'T1543.002',
  ),
  told(
    'ssh-key',
    'file',
    `\\b(?:add|append|install|insert|writ|wrote|drop|plac|plant|inject)\\w*\\b[^.;\\n]{0,60}?\\b((?:SSH (?:public )?|public SSH |attacker['’]s (?:SSH )?public )keys?|authorized keys)\\b`,
    'T1098.004',
  ),
  told(
    'kernel-module',
    'process',
    `\\b(?:load|install|insert|deploy|drop)\\w*\\b[^.;\\n]{0,60}?\\b((?:Linux |malicious )?(?:loadable )?kernel modules?(?: rootkit)?|LKM(?: rootkit)?)\\b`,
    'T1547.006',
  ),
];
/** Kernel modules and cron are told of other systems and products too. */
const LINUX = /\b(?:Linux|Unix|\*nix|ELF|Ubuntu|Debian|CentOS|Red ?Hat|RHEL|bash|ESXi|cron)\b/i;

/** Finds persistence on Linux that is said in words: cron jobs, systemd units, SSH keys, kernel modules. Each carries `details.told`. */
export function findLinuxDeedsTold(passages: readonly Passage[], text: string): readonly Behaviour[] {
  if (!LINUX.test(text)) return [];
  return passages.flatMap((passage) => {
    if (passage.block.type === 'code') return [];
    return TOLD.flatMap(({ id, kind, pattern, techniques }) =>
      [...passage.text.matchAll(pattern)].map((match) => {
        const words = match[1] as string;
        const start = match.index + match[0].lastIndexOf(words);
        return behaviourAt(passage, { start, end: start + words.length }, 0.65, {
          kind,
          value: words,
          platforms: ['endpoint-auditd'],
          details: { told: id },
          techniques,
        });
      }),
    );
  });
}
