import { generate, read } from '@tripline/advisory';

/** A short advisory with many kinds of evidence, so that reading it loads the tables and code that most advisories need. */
const SAMPLE = `# Slate Finch moves from a help desk to a cloud

The intruder called the help desk and had the MFA factors of an administrator reset; Okta logged user.mfa.factor.deactivate and then
user.session.start from 203.0.113.77. With the stolen access key they called CreateAccessKey, AttachUserPolicy and StopLogging in AWS.

On the file server they ran the following commands.

    powershell.exe -NoProfile -EncodedCommand SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAKQA=
    rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 612 C:\\ProgramData\\finch.dmp full
    schtasks /create /tn FinchUpdate /tr C:\\ProgramData\\finch.exe /sc onlogon

They wrote HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Finch, and on Linux hosts ran chmod +x /tmp/.finch and crontab -l.
In the cluster they created a pod with a hostPath mount and ran kubectl exec -it. The web shell answered POST /uploads/finch.php?cmd=id.

| Indicator | Kind |
|---|---|
| finch-update[.]example | domain |
| 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 | SHA-256 |

Techniques: T1003.001, T1098.001, T1053.005.
`;

/** The first round loads tables, later ones have code compiled; more rounds would gain little. */
const ROUNDS = 3;

/** Has the engine read and answer a sample, so that a thread's first caller does not wait for one-time work. */
export async function warmUp(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    generate(await read(new TextEncoder().encode(SAMPLE), { contentType: 'text/markdown' }));
  }
}
