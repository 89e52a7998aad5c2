// Writes src/contracts/staff.ts, the types of the staff API, from contracts/staff.yaml. With --check
// it only reports whether the file is up to date. It leaves out what the client does not need:
// methods and parameters that an operation lacks, response headers, the parameters of paths, which
// their operations repeat, formats, descriptions of operations and of responses, and all but the
// first line of the other descriptions.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const target = join(import.meta.dirname, '../src/contracts/staff.ts');
const replacements = [
  [/^ +(readonly )?headers: \{\n( +readonly .*;\n)+ +\};\n/gm, ''],
  [/^ +readonly \w+\?: never;\n/gm, ''],
  [/^ +readonly parameters: \{\n +\};\n/gm, ''],
  [/(?<="\/.*": \{\n) {8}readonly parameters: \{\n( {12}.*\n)+ {8}\};\n/g, ''],
  [/^ +\* Format: .*\n/gm, ''],
  [/^ +\/\*\* @description .* \*\/\n(?=.*: components\["parameters"\])/gm, ''],
  [/^ +\/\*\* .* \*\/\n(?= +readonly ([2-5]\d\d|\w+): \{ ?\n? *(readonly )?content: )/gm, ''],
  [/^ +\/\*\* .* \*\/\n(?= +readonly \w+: operations\[)/gm, ''],
  [/^ +\/\*\* (@enum \{string\}|Format: .*) \*\/\n/gm, ''],
  [/^( +)\/\*\*\n +\* (?:@description )?(.*)\n(?: +\*.*\n)* +\*\/$/gm, '$1/** $2 */'],
];

let generated = execFileSync('openapi-typescript', ['../contracts/staff.yaml', '--immutable'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
for (const [pattern, by] of replacements) generated = generated.replace(pattern, by);
// Objects with one or two short members fit in one line, from the inside out.
for (let before = ''; before !== generated;) {
  before = generated;
  generated = generated
    .replace(/^( +.*\{)\n +(.{1,100};)\n +(\};)$/gm, '$1 $2 $3')
    .replace(/^( +.*\{)\n +(.{1,40};)\n +(.{1,60};)\n +(\};)$/gm, '$1 $2 $3 $4');
}

if (!process.argv.includes('--check')) writeFileSync(target, generated);
else if (readFileSync(target, 'utf8') !== generated) {
  throw new Error('src/contracts/staff.ts is out of date, run make generate');
}
