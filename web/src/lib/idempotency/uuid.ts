/**
 * Returns a UUID of version 7 (RFC 9562): the time `at`, milliseconds since 1970, followed by random bits, of which
 * `random` has 16 bytes.
 */
export function uuidv7(at: number, random = crypto.getRandomValues(new Uint8Array(16))): string {
  const bytes = Uint8Array.from(random);
  for (let i = 5, ms = Math.max(0, Math.floor(at)); i >= 0; i--, ms = Math.floor(ms / 256))
    bytes[i] = ms % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
