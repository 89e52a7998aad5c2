import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const eslint = new ESLint({ cwd: join(import.meta.dirname, '..') });

/** Returns the names of the rules that a component of a feature breaks. */
async function broken(jsx: string): Promise<(string | null)[]> {
  const code = `export function Sample({ children, busy, t, list }) {
    const { name } = useName();
    const icon = busy && <i />;
    return ${jsx};
  }`;
  const filePath = 'src/features/content/components/Sample.tsx';
  const [result] = await eslint.lintText(code, { filePath });
  const rules = new Set(result?.messages.map(({ ruleId }) => ruleId));
  rules.delete('@typescript-eslint/no-unused-vars');
  return [...rules];
}

it.each([
  '<p>{busy && <i />}{t("a")}</p>',
  '<p>{name}{list.map((name) => <i key={name} />)}</p>',
  '<p>{name}{busy && ` · ${name}`}</p>',
  '<p><b />{busy ? name : <i />}</p>',
  '<button>{busy && <i />}{children}</button>',
  '<div>{busy && <i />}{name}</div>',
  '<p><b />{busy ? <>{name}</> : <i />}</p>',
])('a text beside what comes and goes breaks a rule: %s', async (jsx) => {
  expect(await broken(jsx)).toEqual(['croupier/text-in-element']);
});

it.each([
  '<p>{busy ? t("a") : t("b")}</p>',
  '<p>{name} {busy ? t("a") : t("b")}</p>',
  '<p>{busy && <i />}<span>{t("a")}</span>{" "}</p>',
  '<div>{busy && <i />}{children}{icon}{busy ? <i /> : undefined}</div>',
])('a text that React finds again breaks none: %s', async (jsx) => {
  expect(await broken(jsx)).toEqual([]);
});

it.each([
  ['<p dangerouslySetInnerHTML={{ __html: name }} />', 'no-restricted-syntax'],
  ['<a href="/profile/bonuses">{name}</a>', 'no-restricted-syntax'],
  ['<a href={paths.home.to()}>{name}</a>', 'no-restricted-syntax'],
  ['<p style={{ color: "#f00" }} />', 'no-restricted-syntax'],
  ['<p style={{ backgroundColor: "red" }} />', 'no-restricted-syntax'],
  ['<IconX color="rgb(255 0 0)" />', 'no-restricted-syntax'],
  ['<p style={{ marginLeft: 4 }} />', 'no-restricted-syntax'],
  ['<button aria-pressed={busy} aria-label={busy ? t("a") : t("b")} />', 'no-restricted-syntax'],
  ['<Icon aria-pressed={busy} label={t(busy ? "a" : "b")} />', 'no-restricted-syntax'],
  ['<button aria-pressed={busy}>{busy ? t("a") : t("b")}</button>', 'no-restricted-syntax'],
  ['<p>{list.map((it) => <i key={it} />)}</p>', 'no-restricted-syntax'],
  ['<p onFocus={() => void fetch("/endpoint/v1")} />', 'no-restricted-globals'],
])('code that web/docs/reference.md forbids breaks a rule: %s', async (jsx, rule) => {
  expect(await broken(jsx)).toContain(rule);
});

it.each(["export { path } from './path';", "export * from './path';"])(
  'a re-export breaks a rule: %s',
  async (code) => {
    const [result] = await eslint.lintText(code, { filePath: 'src/lib/paths/paths.ts' });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-syntax']);
  },
);
