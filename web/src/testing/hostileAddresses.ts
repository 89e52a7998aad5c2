const host = 'evil.example';

/** What leads away from a site when it stands before a host name. Browsers drop tabs and line breaks anywhere. */
const slashes = [
  '//',
  '///',
  '////',
  '\\\\',
  '\\/',
  '/\\',
  '/\\/',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\r\n/',
  '\t//',
  '/\t\\',
  '/./\\',
  '/.//',
  '/..//',
  '/x/..//',
  '/%2e%2e//',
  '/x/%2e%2e//',
  '/.\t./\\',
  '/;/..//',
  '/%09/',
  '/%2f',
  '/%5c',
  '/%2f/',
  '/%252f',
  '%2f%2f',
  '/\u2215/',
  '/\u2044/',
  '/\uff0f/',
  '/\u29f8/',
  '/\u0000/',
  '/\u200b/',
  '/\u00a0/',
];

/** Host names as attackers write them. */
const hosts = [
  host,
  `${host}/slot`,
  `${host}?casino.test`,
  `${host}#casino.test`,
  `casino.test@${host}`,
  `casino.test%40${host}`,
  `casino.test.${host}`,
  `${host}:443/`,
  '1.2.3.4',
  '[::1]',
  '0x7f.1',
  'ｅvil.example',
];

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript&colon;alert(1)',
  '/javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://evil.example',
  'intent://evil.example#Intent;scheme=https;end',
  'filesystem:https://evil.example/temporary/x',
  'mailto:a@evil.example',
  'tel:+900000000',
];

const prefixes = ['', 'http:', 'https:', 'HTTPS:', 'ftp:', 'ws:', 'h\tttps:'];

/** Ways to the pages of the profile, to which a login never returns. */
const profiles = [
  '/profile',
  '/profile/deposit',
  '/pro\tfile',
  '/x/../profile',
  '/%70rofile',
  '/slot/../profile/security',
  '/%2e/profile',
  '/\\profile',
  '/profile/../profile',
  '/p%72ofile/limits',
  '/Profile/deposit',
  '/PROFILE',
  '/%50ROFILE/limits',
];

const others = [
  '',
  ' ',
  '?',
  '#',
  '.',
  '..',
  '...',
  'slot',
  './/evil.example',
  '@evil.example',
  '%',
  '/%',
  '/%zz',
  '/%c0%af%c0%afevil.example',
  '/\ud800',
  '/\udfff//evil.example',
  '/<script>alert(1)</script>',
  '/"onmouseover="alert(1)',
  "/'><img src=x onerror=alert(1)>",
  '/\u202e//evil.example',
  '/slot\r\nLocation: https://evil.example',
  `/${'a'.repeat(10_000)}`,
  `/${'../'.repeat(1000)}/evil.example`,
  `//${'a'.repeat(10_000)}.example`,
  `/${'/'.repeat(5000)}evil.example`,
  `/${'%2f'.repeat(1000)}evil.example`,
];

/**
 * Returns more than 500 addresses that try to lead a player to another site, to a script or past the rule on the
 * profile, all different.
 */
export function hostileAddresses(): string[] {
  const elsewhere = prefixes
    .flatMap((prefix) => slashes.map((slash) => prefix + slash))
    .flatMap((start, index) =>
      // All hosts after a bare start; one, in turn, after each scheme.
      index < slashes.length
        ? hosts.map((it) => start + it)
        : [start + (hosts[index % hosts.length] ?? host)],
    );
  return [...new Set([...elsewhere, ...schemes, ...profiles, ...others])];
}
