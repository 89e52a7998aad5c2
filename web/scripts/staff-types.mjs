// Writes src/contracts/staff.ts, the types of the staff API, from contracts/staff.yaml. With --check
// it only reports whether the file is up to date. The methods and parameters that a path lacks are
// left out: the client needs them no more than other absent names.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const target = join(import.meta.dirname, '../src/contracts/staff.ts');
const absent = /^ +readonly (get|put|post|delete|options|head|patch|trace)\?: never;\n/gm;

const generated = execFileSync('openapi-typescript', ['../contracts/staff.yaml', '--immutable'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
}).replace(absent, '');

if (!process.argv.includes('--check')) writeFileSync(target, generated);
else if (readFileSync(target, 'utf8') !== generated) {
  throw new Error('src/contracts/staff.ts is out of date, run make generate');
}
