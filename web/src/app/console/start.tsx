import '@/features/staff/console.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadNamespace, startI18n } from '@/lib/i18n/i18n';
import { showLanguage } from '@/lib/i18n/language';
import { startLanguage } from '@/features/staff/model/settings';
import { Console } from './Console';

/** Starts the console instead of the player site. */
export async function startConsole(root: HTMLElement): Promise<void> {
  document.documentElement.dataset.console = '';
  await startI18n(startLanguage(), showLanguage);
  await loadNamespace('staff');
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Console />
      </StrictMode>,
    );
  });
}
