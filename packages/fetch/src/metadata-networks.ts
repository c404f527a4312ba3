/**
 * Addresses where clouds serve a machine its metadata, credentials included, from the clouds' own documentation. Some are public. The
 * others are in private ranges, but stay refused here where an operator allows private hosts.
 */
export const METADATA_NETWORKS: readonly string[] = [
  // Link-local, used by AWS, Google, Azure, Oracle, IBM, Alibaba, DigitalOcean and OpenStack (.169.254), AWS containers (.170.2, .170.23),
  // Scaleway (.42.42) and Tencent (.0.23).
  '169.254.0.0/16',
  // Azure's WireServer: a public address.
  '168.63.129.16/32',
  // Equinix Metal: a public address.
  '192.80.8.124/32',
  // Alibaba.
  '100.100.100.200/32',
  'fd00:100::100:200/128',
  // Oracle, Classic and IPv6.
  '192.0.0.192/32',
  'fd00:c1::a9fe:a9fe/128',
  // AWS: metadata (::254), pod identity (::23).
  'fd00:ec2::/32',
  // Google.
  'fd20:ce::254/128',
  // Scaleway.
  'fd00:42::42/128',
  // Akamai.
  'fd00:a9fe:a9fe::1/128',
  // OpenStack and Akamai.
  'fe80::a9fe:a9fe/128',
];
