/** Reports whether what a field has is more than zero, with decimals down to 1/`parts`; an empty field is a text. */
export function isAmount(value: number | string, parts = 100): boolean {
  const units = Number(value) * parts;
  return value !== '' && units > 0 && Math.abs(units - Math.round(units)) < 1e-6;
}
