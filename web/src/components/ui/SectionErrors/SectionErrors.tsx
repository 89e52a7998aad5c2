import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionReads, type AddRead } from '@/lib/store/store';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import css from './SectionErrors.module.css';

export interface SectionErrorsProps {
  /**
   * The part that the failure replaces: a section of the page, a card of a list, a bar, or a part
   * that nobody misses. Default: section.
   */
  of?: 'section' | 'card' | 'bar' | 'nothing';
  /** Runs after an error. If the caller remounts the section, it has new responses. */
  onError?(): void;
  children: ReactNode;
}

/**
 * Catches the errors of a section while it renders. The rest of the page remains, and the section
 * offers to retry with new responses. react-error-boundary does not drop the old responses.
 */
export class SectionErrors extends Component<SectionErrorsProps, { failed: boolean }> {
  override state = { failed: false };
  private readonly reads = new Map<string, () => void>();

  static getDerivedStateFromError() {
    return { failed: true };
  }

  private readonly add: AddRead = (key, forget) => void this.reads.set(key, forget);

  private readonly forget = () => {
    const reads = [...this.reads.values()];
    this.reads.clear();
    for (const forget of reads) forget();
  };

  private readonly retry = () => {
    this.forget();
    this.setState({ failed: false });
  };

  override componentDidCatch() {
    if (!this.props.onError) return;
    this.forget();
    this.props.onError();
  }

  override render() {
    const { of = 'section', children } = this.props;
    if (this.state.failed) {
      return of === 'nothing' ? null : <SectionFailed of={of} onRetry={this.retry} />;
    }
    return <SectionReads value={this.add}>{children}</SectionReads>;
  }
}

export interface SectionFailedProps {
  of: Exclude<NonNullable<SectionErrorsProps['of']>, 'nothing'>;
  onRetry(): void;
}

/** The state of a section that could not be rendered. */
export function SectionFailed({ of, onRetry }: SectionFailedProps) {
  const { t } = useTranslation('common');
  return (
    <div className={classes(css.failed, css[of])} role="alert">
      <p>{t('section.failed')}</p>
      <Button size="small" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  );
}
