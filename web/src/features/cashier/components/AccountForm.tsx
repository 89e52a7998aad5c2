import { useTranslation } from 'react-i18next';
import { check, maxLength, nonEmpty, object, pipe, regex, string, trim } from 'valibot';
import { validates } from '@/components/forms/model/validates';
import { useDraft } from '@/components/forms/useDraft';
import { useForm } from '@/components/forms/useForm';
import { Select, TextInput } from '@mantine/core';
import { Button } from '@/components/ui/Button/Button';
import { ErrorState } from '@/components/ui/State/State';
import { useFinanceSaveBankAccount } from '@/contracts/hooks/finance';
import type { BankAccount } from '@/contracts/types';
import { groupedIban, isIban, plainIban } from '@/lib/identity/identity';
import { parseRecordId } from '@/lib/recordId';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import { useBanks } from '../api/cashier';
import css from './BankAccounts.module.css';

interface AccountFormProps {
  /** The account to edit, or undefined to add one. */
  account?: BankAccount;
  /** The default account holder of a new account: the player's name. */
  owner: string;
  onDone(): void;
}

/** Adds or edits a bank account. The limits match contracts/schemas. */
export function AccountForm({ account, owner, onDone }: AccountFormProps) {
  const { t } = useTranslation(['cashier', 'common', 'errors']);
  const { data: banks, error, reload } = useBanks();
  const required = pipe(string(), trim(), nonEmpty(t('invalid.required')));
  const schema = object({
    owner: pipe(required, maxLength(120, t('invalid.long'))),
    bankID: required,
    branch_code: pipe(string(), trim(), regex(/^[0-9A-Za-z -]{0,20}$/, t('invalid.pattern'))),
    account_number: pipe(string(), trim(), regex(/^[0-9A-Za-z -]{0,40}$/, t('invalid.pattern'))),
    iban: pipe(required, check(isIban, t('invalid.iban'))),
  });
  const form = useForm({
    initialValues: {
      owner: account?.owner ?? owner,
      bankID: account ? String(account.bankID) : '',
      branch_code: account?.branch_code ?? '',
      account_number: account?.account_number ?? '',
      iban: account ? groupedIban(account.iban) : '',
    },
    validate: validates(schema),
    validateInputOnBlur: true,
  });
  useDraft(`bankAccount:${account?.bankAccountID ?? 'new'}`, form);
  const {
    run,
    busy,
    error: failure,
  } = useFinanceSaveBankAccount({
    onError: ({ field, message }) => form.refuse(field, message || t('errors:failure')),
    onSuccess: async () => {
      await refresh('finance/list_bank_accounts');
      toastSuccess(t(account ? 'account.updated' : 'account.added'));
      onDone();
    },
  });
  const formatIban = () => {
    const text = form.getValues().iban;
    // Setting the same text again would remove the error of the field.
    if (text !== groupedIban(text)) form.setFieldValue('iban', groupedIban(text));
  };
  const save = (values: ReturnType<typeof form.getValues>) => {
    // A change of the text removes a refusal, therefore the text is formatted first.
    formatIban();
    return run({
      ...(account && { bankAccountID: account.bankAccountID }),
      owner: values.owner.trim(),
      bankID: parseRecordId(values.bankID) ?? values.bankID,
      branch_code: values.branch_code.trim(),
      account_number: values.account_number.trim(),
      iban: plainIban(values.iban),
    });
  };
  if (error) return <ErrorState error={error} title={t('bank.failed')} onRetry={reload} />;
  const iban = form.getInputProps('iban');
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <TextInput autoComplete="name" {...form.field('owner', t('account.owner'))} />
      <Select
        placeholder={t('bank.choose')}
        data={(banks ?? []).map((bank) => ({ value: String(bank.bankID), label: bank.name }))}
        disabled={!banks}
        allowDeselect={false}
        searchable
        // The dialog is in the browser's top layer. The dropdown is only clickable inside it.
        comboboxProps={{ withinPortal: false }}
        {...form.field('bankID', t('account.bank'))}
      />
      <TextInput
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        label={t('account.iban')}
        placeholder={t('account.ibanForm')}
        {...iban}
        onBlur={(event) => {
          formatIban();
          (iban.onBlur as (event: unknown) => void)?.(event);
        }}
      />
      <div className={css.columns}>
        <TextInput
          inputMode="numeric"
          {...form.field('branch_code', t('optional', { label: t('account.branch') }))}
        />
        <TextInput
          inputMode="numeric"
          {...form.field('account_number', t('optional', { label: t('account.number') }))}
        />
      </div>
      {failure && !form.hasField(failure.field) && (
        <p className={css.error} role="alert">
          {failure.message || t('errors:failure')}
        </p>
      )}
      <Button type="submit" variant="primary" size="large" busy={busy} fullWidth>
        {busy ? t('common:wait') : t('account.save')}
      </Button>
    </form>
  );
}
