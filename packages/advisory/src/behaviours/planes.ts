/** The planes whose operations are told in names or words that mean something else elsewhere. */
export type Plane = 'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra';

const MENTIONS: Readonly<Record<Plane, RegExp>> = {
  aws: /\bAWS\b|\bAmazon (?:Web|S3|EC2|SES|Bedrock)|\bCloudTrail\b|amazonaws\.com|\bIAM user|\bEC2\b|\bS3\b|\bLambda\b|\bGuardDuty\b|\bboto3\b/g,
  azure: /\bAzure\b|Microsoft\.[A-Z]\w+\/|\bARM API\b|\bactivity log/gi,
  gcp: /\bGCP\b|\bGCE\b|\bGoogle Cloud\b|googleapis\.com|gserviceaccount\.com|\bgcloud\b|\bCompute Engine\b|\bGCS bucket|\bprotoPayload\b/g,
  kubernetes:
    /\bKubernetes\b|\bk8s\b|\bkubectl\b|\bkubelet\b|\bdaemonsets?\b|\bkube-system\b|\bAKS\b|\bEKS\b|\bGKE\b|\bpods?\b|\b(?:in|on|across|inside|of) (?:the|a|that|this) cluster\b|\bcluster (?:resources|nodes?|admin\w*)\b/gi,
  okta: /\bOkta\b|\bThreatInsight\b|\bFastPass\b|\bOPA\b/g,
  entra:
    /\bEntra\b|\bAzure AD\b|\bAAD\b|\bAzure Active Directory\b|\bMicrosoft 365\b|\bOffice 365\b|\bM365\b|\bO365\b|\bGraph API\b/g,
};

/** How often a document names each plane or its own terms. */
export function planeMentions(text: string): Readonly<Record<Plane, number>> {
  const count = (plane: Plane): number => text.match(MENTIONS[plane])?.length ?? 0;
  return {
    aws: count('aws'),
    azure: count('azure'),
    gcp: count('gcp'),
    kubernetes: count('kubernetes'),
    okta: count('okta'),
    entra: count('entra'),
  };
}

/**
 * Whether a document is about a plane enough that an operation's bare name or a phrase means that plane's: named often for its length, and
 * not only in passing beside another plane that has the same words.
 */
export function isAbout(plane: Plane, mentions: Readonly<Record<Plane, number>>, characters: number): boolean {
  const own = mentions[plane];
  if (own === 0) return false;
  if (own < Math.min(4, Math.ceil(characters / 4000))) return false;
  const most = Math.max(...Object.values(mentions));
  return own >= most / 6;
}
