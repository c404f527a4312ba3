/** The kinds of things that a page names and a log shows, each with what its value is. A row of the table is about one of them. */
export const THINGS = {
  'file-path': 'the whole path of a file',
  'file-name': 'the name of a file without its folder',
  'file-extension': 'the end of a file name from its dot on',
  directory: 'the path of a folder, without a separator at its end',
  'registry-key': 'the path of a registry key, or its end',
  'registry-value': 'the path of a registry value: the key, a backslash, the name of the value',
  'registry-data': 'what a registry value holds',
  'command-line': 'a command with its arguments, or a telling part of it',
  process: 'the path of a program that runs, or the end of it, without a separator before it',
  'parent-process': 'the path of the program that starts, opens or writes into another, or the end of it',
  'service-name': 'the name of a service of the system',
  'task-name': 'the name of a scheduled task or job',
  'pipe-name': 'the name of a named pipe, without the prefix of the system',
  driver: 'the file of a kernel driver or module, or the end of its path',
  library: 'the file of a library that a program loads, or the end of its path',
  mutex: 'the name of a mutex',
  'account-name': 'the account that something is done to or with',
  'acting-account': 'the account that does something to another thing',
  'host-name': 'the name of a computer',
  'group-name': 'the name of a group of accounts',
  'share-name': 'the name of a network share',
  url: 'an address of the web, without its scheme',
  'url-path': 'the path of a web address, from its first slash on',
  'url-parameter': 'a parameter of a web address: its name and its value',
  'http-header': 'a header of a web request: its name and its value',
  cookie: 'a cookie of a web request, or a part of it',
  referrer: 'the page that a web request says it comes from',
  'user-agent': 'what a client calls itself, or a telling part of it',
  'http-method': 'the method of a web request',
  'http-status': 'the status code of a web answer',
  domain: 'a domain name; the names below it count too where the log allows it',
  'ip-address': 'an IP address, version 4 or 6',
  'ip-range': 'a range of IP addresses in CIDR notation',
  port: 'a port of TCP or UDP',
  'mail-address': 'the address that a mail comes from',
  'mail-recipient': 'the address that a mail goes to',
  'mail-subject': 'the subject of a mail, or a telling part of it',
  'mail-attachment': 'the name of a file that a mail brings',
  'program-hash': 'the hash of a file that is run',
  'library-hash': 'the hash of a library or driver',
  'file-hash': 'the hash of any other file',
  'certificate-subject': 'whom a certificate names',
  'certificate-serial': 'the serial number of a certificate',
  'certificate-thumbprint': 'the thumbprint of a certificate or key',
  'event-id': 'the number of an event in its log',
  'logon-type': 'the number of a type of Windows logon',
  'logon-method': 'the protocol or kind of client that a sign-in used, as the log writes it',
  'encryption-type': 'the number of an encryption type of Kerberos, as the log writes it',
  'access-mask': 'the rights that were asked for, as the log writes them',
  'directory-object': 'an object of Active Directory, by its distinguished name or a part of it',
  'directory-attribute': 'an attribute or extended right of Active Directory, by its name or GUID',
  privilege: 'a privilege of the system, such as SeDebugPrivilege',
  'threat-name': 'what a security product calls what it found',
  'alert-type': 'the type that a security product gives an alert, whatever it displays',
  'script-text': 'a cmdlet, function or text within a script',
  'cloud-call': 'an operation of a cloud or an API, named as its log writes it',
  'cloud-service': 'the service that an operation belongs to, as the log writes it',
  'cloud-parameter': 'a parameter of an operation: its path in the request, and its value',
  'cloud-outcome': 'how an operation ended, as the log writes it',
  'cloud-region': 'the region that an operation was called in',
  'cloud-resource': 'the name or id of a resource of a cloud',
  'storage-name': 'the name of a bucket or storage account',
  'object-name': 'the key of an object in cloud storage',
  'role-name': 'the name or id of a role',
  'policy-name': 'the name or id of a policy',
  'policy-text': 'an action, principal or other text within a policy',
  'setting-value': 'what a setting is changed to',
  'access-key': 'the id of an access key',
  'instance-type': 'the type of a virtual machine',
  'secret-name': 'the name or id of a secret or parameter that holds one',
  repository: 'the name of a repository of source code',
  application: 'an application that signs in or is granted something, by name or id',
  'oauth-scope': 'a permission that is granted to an application',
  'identity-event': 'an event of an identity provider, named as its log writes it',
  'cluster-verb': 'the verb of a request to a cluster',
  'cluster-resource': 'the type of resource that a request to a cluster is about',
  'cluster-namespace': 'the namespace of a cluster',
  'container-image': 'the image of a container',
  cve: 'the id of a weakness',
  'note-text': 'the text of a note or banner',
} as const satisfies Readonly<Record<string, string>>;

/** A kind of thing. */
export type Thing = keyof typeof THINGS;

/** What is done with a thing, each with what it means. A row says which of them its log shows. */
export const DEEDS = {
  created: 'made, where it was not before',
  written: 'a file or value gets content',
  dropped: 'left on a system by a program that brought it along',
  copied: 'brought to another place of the same network',
  deleted: 'taken away',
  renamed: 'given another name or place',
  read: 'opened or fetched to see what it holds',
  executed: 'run as a program or a command',
  started: 'an existing service, task or machine begins to run',
  stopped: 'a service, program or machine ends',
  loaded: 'taken into a running program or the kernel',
  injected: 'another program is opened or written into',
  'connected-to': 'a connection was opened to it',
  'connected-from': 'a connection or a call came from it',
  'downloaded-from': 'a file was fetched from it',
  'uploaded-to': 'a file or data was sent to it',
  resolved: 'its name was looked up',
  requested: 'a web request or ticket asks for it',
  'sent-by-mail': 'a mail brings it',
  'logged-on-as': 'somebody signs in with it',
  added: 'made a member or a part of something',
  removed: 'taken out of something',
  granted: 'given a right',
  changed: 'given other content or settings',
  enabled: 'switched on',
  disabled: 'switched off',
  cleared: 'emptied, as a log is',
  installed: 'set up to run from now on',
  queried: 'looked up or listed',
  called: 'an operation was called',
  denied: 'tried and refused',
  detected: 'found by a security product',
} as const satisfies Readonly<Record<string, string>>;

/** What is done with a thing. */
export type Deed = keyof typeof DEEDS;

/** How much of a log an ordinary day brings, from least to most. */
export const EVERYDAY = ['none', 'some', 'heavy'] as const;

/** How much of a log an ordinary day brings. */
export type Everyday = (typeof EVERYDAY)[number];

/** How common it is that a log is kept and searchable, from most to least. */
export const KEPT = ['widely', 'often', 'seldom'] as const;

/** How common it is that a log is kept and searchable. */
export type Kept = (typeof KEPT)[number];

/** Things of two parts: a name, for the slot `{name}`, and a value. */
export const NAMED_THINGS: ReadonlySet<Thing> = new Set<Thing>(['url-parameter', 'http-header', 'cloud-parameter']);

/** Things whose values are whole numbers. */
export const NUMBER_THINGS: ReadonlySet<Thing> = new Set<Thing>(['event-id', 'logon-type', 'http-status', 'port']);

/** Whether a text is the name of a kind of thing. */
export function isThing(name: string): name is Thing {
  return Object.hasOwn(THINGS, name);
}

/** Whether a text is the name of a deed. */
export function isDeed(name: string): name is Deed {
  return Object.hasOwn(DEEDS, name);
}
