import { useTranslation } from 'react-i18next';

/** Returns the texts of the actions of the audit log by the action's name; other versions may write more actions. */
export function useAuditActions(): Record<string, string> {
  const { t } = useTranslation('staffPages');
  return t('audit.actions', { returnObjects: true });
}
