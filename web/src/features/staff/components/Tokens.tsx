import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { createToken, revokeToken, type TokenScope } from '../api/accounts';
import { useStaff, useStaffAction } from '../api/client';
import { everyBrand } from '../model/accounts';
import { namePattern } from './Accounts';
import { ActionButton } from './Actions';
import { ActionError, Loaded } from './Page';
import { By, Table, Time } from './Values';
import fields from './Fields.module.css';
import form from './Form.module.css';

/** The machine accounts, with buttons to create and to revoke them. */
export function Tokens() {
  const { t } = useTranslation('staffPages');
  const tokens = useStaff('/tokens');
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const close = () => setCreating(false);
  const brandName = (id: string) => (id === everyBrand ? t('everyBrand') : id);
  const create = (
    <Button size="small" onClick={() => setCreating(true)}>
      {t('tokens.create')}
    </Button>
  );
  return (
    <Panel dense flush title={t('tokens.title')} text={t('tokens.lead')} aside={create}>
      <Loaded read={tokens} height={120}>
        {(list) => (
          <Table
            label={t('tokens.title')}
            empty={t('tokens.none')}
            rows={list}
            keyOf={({ name }) => name}
            columns={[
              { title: t('accounts.name'), cell: ({ name }) => name },
              { title: t('tokens.scopes'), cell: ({ scopes }) => scopes.join(', ') },
              { title: t('tokens.brands'), cell: ({ brands }) => brands.map(brandName).join(', ') },
              {
                title: t('tokens.addresses'),
                cell: ({ addresses = [t('tokens.anyAddress')] }) => addresses.join(', '),
              },
              { title: t('tokens.expires'), cell: ({ expires }) => <Time at={expires} relative /> },
              {
                title: t('tokens.lastUse'),
                cell: ({ last_use: use }) => (use ? <By who={use.from} at={use.at} /> : '–'),
              },
              {
                title: t('tokens.revoke'),
                hideTitle: true,
                cell: ({ name }) => (
                  <ActionButton
                    size="small"
                    variant="danger"
                    ask={{ title: t('tokens.revokeTitle', { name }), text: t('tokens.revokeText') }}
                    action={() => revokeToken(name)}
                  >
                    {t('tokens.revoke')}
                  </ActionButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <Dialog open={creating} title={t('tokens.create')} onClose={close}>
        <TokenForm onClose={close} onCreated={setSecret} />
      </Dialog>
      <Dialog
        open={secret !== undefined}
        title={t('tokens.secretTitle')}
        onClose={() => setSecret(undefined)}
      >
        <p>{t('tokens.secretText')}</p>
        <p className={form.secret}>
          <code>{secret}</code>
          <CopyButton text={secret ?? ''} label={t('copy')} />
        </p>
      </Dialog>
    </Panel>
  );
}

const dayMs = 86_400_000;
const tokenScopes = [
  'audit:read',
  'brands:read',
  'cache:purge',
  'events:write',
  'maintenance:write',
  'metrics:read',
  'players:read',
] as const satisfies readonly TokenScope[];

interface TokenFormProps {
  onClose(): void;
  onCreated(secret: string | undefined): void;
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const { t } = useTranslation('staffPages');
  const brands = useStaff('/brands').data ?? [];
  const save = useStaffAction(async (entered: FormData) => {
    const secret = await createToken({
      name: entered.get('name') as string,
      scopes: entered.getAll('scopes') as TokenScope[],
      brands: entered.getAll('brands') as string[],
      addresses: (entered.get('addresses') as string).split(/[\s,]+/).filter(Boolean),
      expires: new Date(Date.now() + Number(entered.get('days')) * dayMs).toISOString(),
    });
    onClose();
    onCreated(secret);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save.run(new FormData(event.currentTarget));
  };
  const refused = (field: string) => (save.error?.field === field ? save.error.message : undefined);
  const name = { label: t('accounts.name'), hint: t('accounts.nameHint'), pattern: namePattern };
  const days = { type: 'number', min: 1, max: 366, defaultValue: 90 };
  const checks = (field: string, label: string, options: readonly string[]) => (
    <fieldset className={fields.parts}>
      <legend className={fields.legend}>{label}</legend>
      {options.map((value) => (
        <label key={value} className={fields.check}>
          <input type="checkbox" name={field} value={value} />
          {value === everyBrand ? t('everyBrand') : value}
        </label>
      ))}
      {refused(field) && (
        <p className={fields.error} role="alert">
          {refused(field)}
        </p>
      )}
    </fieldset>
  );
  return (
    <form className={form.form} onSubmit={submit}>
      <Field {...name} name="name" required autoComplete="off" data-autofocus />
      {checks('scopes', t('tokens.scopes'), tokenScopes)}
      {checks('brands', t('tokens.brands'), [everyBrand, ...brands.map(({ id }) => id)])}
      <Field
        name="addresses"
        label={t('tokens.addresses')}
        hint={t('tokens.addressesHint')}
        error={refused('addresses')}
      />
      <Field {...days} name="days" error={refused('expires')} label={t('tokens.days')} required />
      <ActionError error={save.error?.field ? undefined : save.error} />
      <div className={form.actions}>
        <Button type="submit" variant="primary" busy={save.busy}>
          {t('tokens.create')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
