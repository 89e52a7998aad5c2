import type { ReactNode } from 'react';
import css from './ContactCard.module.css';

export interface ContactCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** The address of the link. */
  href: string;
  label: ReactNode;
}

/** One contact channel. */
export function ContactCard({ icon, title, text, href, label }: ContactCardProps) {
  const isExternal = href.startsWith('https:');
  return (
    <article className={css.card}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={css.title}>{title}</h2>
      <p className={css.text}>{text}</p>
      <a
        className={css.link}
        href={href}
        {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {label}
      </a>
    </article>
  );
}
