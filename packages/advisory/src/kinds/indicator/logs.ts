import type { PlatformName } from '@tripline/sigma';
import type { Plane } from '../../knowledge/behaviour.js';
import type { Drafting } from '../kind.js';
import { isAbout, planeMentions } from '../planes.js';

/** The logs in which bare indicators are looked for: for cloud intrusions the cloud's log, for others those of endpoints. */
export function indicatorLogs(drafting: Drafting): ReadonlySet<PlatformName> {
  const planes = controlPlanes(drafting);
  const wanted =
    planes.length === 0 || drawsOnEndpoints(drafting)
      ? [...planes, 'endpoint-sysmon' as const, 'endpoint-auditd' as const]
      : planes;
  return new Set(wanted.filter((id) => drafting.platforms.has(id)));
}

/** Whether any of the intrusion happened on hosts: the text is not about clouds alone. */
export function isOnHosts(drafting: Drafting): boolean {
  return indicatorLogs(drafting).has('endpoint-sysmon');
}

function drawsOnEndpoints({ behaviours }: Drafting): boolean {
  return behaviours.some(({ platforms }) => platforms.some((id) => id.startsWith('endpoint-')));
}

/**
 * The control planes that an advisory is about and whose operations it mentions. One about AWS that mentions no endpoint need not name an
 * operation.
 */
function controlPlanes({ doc, behaviours }: Drafting): readonly PlatformName[] {
  const mentions = planeMentions(doc.text);
  const told = new Set(behaviours.flatMap(({ platforms }) => platforms));
  const about = (plane: Plane): boolean => isAbout(plane, mentions, doc.text.length);
  const aws = about('aws') && (told.has('aws') || ![...told].some((id) => id.startsWith('endpoint-')));
  const planes: PlatformName[] = aws ? ['aws'] : [];
  if (about('gcp') && told.has('gcp')) planes.push('gcp');
  if (about('azure') && told.has('azure')) planes.push('azure');
  if (about('okta') && told.has('okta')) planes.push('okta');
  if (about('entra') && (told.has('entra-signin') || told.has('entra-audit'))) planes.push('entra-signin');
  return planes;
}
