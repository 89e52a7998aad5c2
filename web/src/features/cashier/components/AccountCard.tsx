import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Button } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import type { BankAccount } from '@/contracts/types';
import { groupedIban } from '@/lib/identity/iban';
import css from './BankAccounts.module.css';

export interface AccountCardProps {
  account: BankAccount;
  /** Undefined where the platform changes no accounts. */
  onEdit?(): void;
  /** Undefined where the platform deletes no accounts. */
  onDelete?(): void;
}

/** A bank account of the player. */
export function AccountCard({ account, onEdit, onDelete }: AccountCardProps) {
  const { t } = useTranslation('cashier');
  const usable = account.status === 1;
  return (
    <div className={css.account}>
      <p className={css.head}>
        {account.bankName}
        <Badge tone={usable ? 'positive' : 'warning'}>
          {t(usable ? 'account.usable' : 'account.waiting')}
        </Badge>
      </p>
      <p className={css.iban}>
        <bdi dir="ltr">{groupedIban(account.iban)}</bdi>
        <CopyButton text={account.iban} label={t('account.iban')} />
      </p>
      <p className={css.dim}>
        <span>{account.owner}</span>
        {account.account_number && (
          <>
            <span> · </span>
            <bdi>{`${account.branch_code} / ${account.account_number}`}</bdi>
          </>
        )}
      </p>
      <div className={css.actions}>
        {onEdit && (
          <Button size="small" onClick={onEdit}>
            <IconPencil size={18} aria-hidden="true" />
            {t('account.edit')}
          </Button>
        )}
        {onDelete && (
          <Button size="small" variant="danger" onClick={onDelete}>
            <IconTrash size={18} aria-hidden="true" />
            {t('account.delete')}
          </Button>
        )}
      </div>
    </div>
  );
}
