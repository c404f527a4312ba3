import { behaviourAt } from '../kinds/behaviour-at.js';
import type { UntypedBehaviour } from '../model.js';
import type { Passage } from '../segment/passage.js';

/** Files in which Linux hosts, clusters and cloud clients keep secrets. */
const FILE =
  /(?<![\w.-])(?:\/etc\/kubernetes\/(?:azure\.json|admin\.conf|kubelet\.conf|super-admin\.conf|pki\/[\w./-]{2,40}\.key)|\/var\/lib\/kubelet\/(?:kubeconfig|pki\/[\w./-]{2,40})|\/(?:var\/)?run\/secrets\/kubernetes\.io\/serviceaccount\/token|(?:~|\$HOME|\/root|\/home\/[\w.<>*-]{1,40})\/(?:\.aws\/credentials|\.kube\/config|\.docker\/config\.json|\.ssh\/id_(?:rsa|ed25519|ecdsa)|\.azure\/(?:accessTokens|msal_token_cache)\.json|\.config\/gcloud\/(?:credentials\.db|access_tokens\.db|application_default_credentials\.json)|\.git-credentials|\.netrc|\.pgpass))(?![\w/])/g;
const STOLEN =
  /\b(?:attackers?|adversar(?:y|ies)|actors?|intruders?|malware|worm|stealer|script|they)\b[^.]{0,120}\b(?:access|read|steal|stole|exfiltrat|harvest|collect|search|look|extract|copy|copied|grab|use|cat)\w*\b|\b(?:stolen|steals?|stole|harvest\w*|exfiltrat\w*|extract(?:s|ed)|search(?:es|ed)|look(?:s|ed) for|grab(?:s|bed))\b/i;
/** The sentence that says who reads a file may come right after the one that says what is in it. */
const NEAR = 420;
const CERTAINTY = 0.6;

/** Finds files of credentials near words that say that an intruder gets at them. */
export function findCredentialFiles(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) => {
    if (passage.block.type === 'code') return [];
    return [...passage.text.matchAll(FILE)].flatMap((match) => {
      const at = { start: match.index, end: match.index + match[0].length };
      if (!STOLEN.test(passage.text.slice(Math.max(0, at.start - NEAR / 2), at.end + NEAR))) return [];
      return [
        behaviourAt(passage, at, CERTAINTY, {
          kind: 'file',
          value: match[0],
          platforms: ['endpoint-auditd'],
          details: { credentials: match[0] },
          techniques: ['T1552.001'],
        }),
      ];
    });
  });
}
