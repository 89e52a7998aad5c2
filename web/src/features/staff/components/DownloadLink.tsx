import type { ReactNode } from 'react';
import { IconDownload } from '@tabler/icons-react';
import css from './DownloadLink.module.css';

/** A link to a file that the server makes. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={css.link} href={href} download>
      <IconDownload size={18} aria-hidden="true" />
      {children}
    </a>
  );
}
