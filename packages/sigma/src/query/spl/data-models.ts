/** The objects of Splunk's data models, which precede the names of their fields. */
const OBJECTS: ReadonlySet<string> = new Set([
  'Processes',
  'Filesystem',
  'Registry',
  'Services',
  'Ports',
  'All_Traffic',
  'Web',
  'DNS',
  'Authentication',
  'All_Changes',
  'Malware_Attacks',
  'All_Email',
  'All_Risk',
  'Alerts',
  'All_Certificates',
  'SSL',
  'All_Sessions',
  'Vulnerabilities',
  'Updates',
  'IDS_Attacks',
  'Datamodel',
  'Account_Management',
  'Network_Sessions',
]);

/** The field's own name, without an object of a data model before it. */
export function withoutObject(name: string): string {
  return name.replace(/^[A-Za-z_]\w*\.(?=\w)/, (prefix) => (OBJECTS.has(prefix.slice(0, -1)) ? '' : prefix));
}
