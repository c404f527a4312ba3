/** Rules of common log sources with each kind of test, which a new pipeline is tried on. */
export const SAMPLE_RULES: readonly string[] = [
  `title: Windows process creation
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be001
logsource:
    category: process_creation
    product: windows
detection:
    image:
        Image|endswith: '\\certutil.exe'
    arguments:
        CommandLine|contains|all:
            - urlcache
            - http
    filter:
        ParentImage|re: '.*\\\\msiexec\\.exe'
    condition: image and arguments and not filter
`,
  `title: AWS API call
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be002
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventSource: iam.amazonaws.com
        eventName:
            - CreateUser
            - CreateAccessKey
    condition: selection
`,
  `title: Proxy request
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be003
logsource:
    category: proxy
detection:
    selection:
        c-uri|contains: /gate.php
        dst_ip|cidr: 203.0.113.0/24
        sc-status: 200
    condition: selection
`,
  `title: Linux keywords
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be004
logsource:
    product: linux
    service: auth
detection:
    keywords:
        - authentication failure
    condition: keywords
`,
  `title: Many failed sign-ins
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be005
correlation:
    type: event_count
    rules:
        - 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be006
    group-by:
        - TargetUserName
    timespan: 10m
    condition:
        gte: 10
---
title: Failed sign-in
id: 8c1f4b2e-1a55-4f0e-9d1c-0d6f0a7be006
logsource:
    product: windows
    service: security
detection:
    selection:
        EventID: 4625
    condition: selection
`,
];
