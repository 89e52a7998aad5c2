import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bootstrap } from '@/lib/bootstrap/bootstrap';

/** The link to the brand's live support, in a new tab; nothing where the brand has none (spec §2, contact). */
export function ChatLink({ className }: { className?: string }) {
  const { t } = useTranslation('layout');
  const { chat } = bootstrap().contact;
  if (!chat) return null;
  return (
    <a className={className} href={chat} target="_blank" rel="noopener noreferrer">
      <IconMessageCircle size={20} aria-hidden="true" />
      {t('chat')}
    </a>
  );
}
