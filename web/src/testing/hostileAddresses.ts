import { readFileSync } from 'node:fs';

type Part = 'prefixes' | 'slashes' | 'hosts' | 'schemes' | 'profiles' | 'others';

const { prefixes, slashes, hosts, schemes, profiles, others } = JSON.parse(
  readFileSync('../contracts/cases/addresses.json', 'utf8'),
) as Record<Part, string[]>;

const long = [
  `/${'a'.repeat(10_000)}`,
  `/${'../'.repeat(1000)}/evil.example`,
  `//${'a'.repeat(10_000)}.example`,
  `/${'/'.repeat(5000)}evil.example`,
  `/${'%2f'.repeat(1000)}evil.example`,
];

/**
 * Returns more than 500 different addresses that try to lead a player to another site, to a script
 * or past the profile rule.
 */
export function hostileAddresses(): string[] {
  const elsewhere = prefixes
    .flatMap((prefix) => slashes.map((slash) => prefix + slash))
    .flatMap((start, index) =>
      // All hosts follow a bare start, and one host in turn follows each scheme.
      index < slashes.length
        ? hosts.map((host) => start + host)
        : [start + hosts[index % hosts.length]],
    );
  return [...new Set([...elsewhere, ...schemes, ...profiles, ...others, ...long])];
}
