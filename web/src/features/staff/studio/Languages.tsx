import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import type { Language } from '@/contracts/types';
import { StaffError, useStaffAction } from '../api/client';
import { putLanguage } from '../api/studio';
import { ActionError } from '../components/Page';
import { Tag } from '../components/Values';
import { FieldBox, Inputs } from './Inputs';
import { Rows } from './Rows';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';

type Namespaces = Parameters<typeof putLanguage>[2]['namespaces'];
const packOf = (lang: string) => `packs.${lang}`;

/** The languages of the brand in their order. The first is the default language. */
export function Languages() {
  const { t } = useTranslation('staffContent');
  const { state, value, set, names, readOnly } = useStudio();
  const [adding, setAdding] = useState(false);
  const languages = (value('languages') ?? []) as readonly Language[];
  const save = (next: readonly Language[], fields = {}) => set({ languages: next, ...fields });
  return (
    <Panel dense title={t('languages.title')} text={t('languages.lead')}>
      <FieldBox field="languages">
        <Rows
          label={t('languages.title')}
          items={languages}
          onSort={save}
          row={(language) => {
            const { lang, title } = language;
            const name = lang.toUpperCase();
            const others = languages.filter((other) => other !== language);
            const { built_in, missing = 0 } =
              state.languages.find((other) => other.lang === lang) ?? {};
            const rename = (next: string) =>
              save(
                languages.map((other) => (other === language ? { ...other, title: next } : other)),
              );
            const texts = names(`texts.${lang}.`).map((key) => `texts.${lang}.${key}`);
            const reset = Object.fromEntries(
              [packOf(lang), `tagline.${lang}`, ...texts]
                .filter((field) => value(field) !== undefined)
                .map((field) => [field, null]),
            );
            return {
              id: lang,
              name,
              field: packOf(lang),
              title: (
                <Field
                  label={t('languages.titleOf', { name })}
                  maxLength={40}
                  disabled={readOnly}
                  value={title}
                  onChange={({ target }) => rename(target.value)}
                />
              ),
              tags: (
                <>
                  {built_in === false && <Tag>{t('languages.pack')}</Tag>}
                  {missing > 0 && (
                    <Tag tone="warning">{t('languages.missing', { count: missing })}</Tag>
                  )}
                </>
              ),
              ...(others.length > 0 && { discard: () => save(others, reset) }),
            };
          }}
        />
      </FieldBox>
      {!readOnly && (
        <div>
          <Button onClick={() => setAdding(true)}>{t('languages.add')}</Button>
        </div>
      )}
      <Dialog open={adding} title={t('languages.add')} onClose={() => setAdding(false)}>
        <LanguageForm onDone={() => setAdding(false)} />
      </Dialog>
    </Panel>
  );
}

/** Adds a language. The site has its texts, or a language pack. */
function LanguageForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('staffContent');
  const { brand, run, languages } = useStudio();
  const [language, setLanguage] = useState({ lang: '', title: '', id: 0 });
  const [file, setFile] = useState<File>();
  const add = useStaffAction(async () => {
    const { lang, ...rest } = language;
    const read = async () => JSON.parse(file ? await file.text() : '{}') as Namespaces;
    const namespaces = await read().catch(() => {
      throw new StaffError(t('languages.noJson'), 400, 'invalid');
    });
    await run(putLanguage(brand, lang, { ...rest, namespaces }));
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add.run();
  };
  const exists = languages.includes(language.lang);
  const hint = t(exists ? 'languages.replaces' : 'languages.codeHint');
  const code = { name: 'lang', label: t('languages.code'), hint };
  const id = { name: 'id', label: t('languages.id'), hint: t('languages.idHint') };
  return (
    <form className={form.form} onSubmit={submit}>
      <Inputs
        inputs={[
          { ...code, required: true, pattern: '[a-z]{2}', maxLength: 2 },
          { name: 'title', label: t('title'), required: true, maxLength: 40 },
          {
            ...id,
            required: true,
            type: 'number',
            show: (n: number) => String(n || ''),
            parse: Number,
          },
        ]}
        value={language}
        onChange={(change) => setLanguage({ ...language, ...change })}
      />
      <Field
        label={t('languages.file')}
        hint={t('languages.fileHint')}
        type="file"
        accept="application/json,.json"
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <ActionError error={add.error} />
      <p className={form.dim}>{add.error?.field}</p>
      <Button type="submit" variant="primary" busy={add.busy}>
        {t(exists ? 'actions.replace' : 'actions.add')}
      </Button>
    </form>
  );
}
