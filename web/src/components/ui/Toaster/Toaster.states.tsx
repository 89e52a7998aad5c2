import { useEffect } from 'react';
import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { toasts, type ToastOptions } from '@/lib/toast/store';
import { Button } from '../Button/Button';

/** Shows a toast while it is mounted. The application and the tests mount the Toaster itself. */
function ToastWhileMounted({ text, onClose, ...options }: StateProps & ToastOptions) {
  const { kind, position, requestId, message } = options;
  useEffect(() => {
    const action = requestId ? { label: text.open, run: () => undefined } : undefined;
    const id = toasts.show({ kind, position, requestId, message, timeout: 0, action });
    return () => toasts.dismiss(id);
  }, [kind, position, requestId, message, text]);
  return (
    <Button size="small" onClick={onClose}>
      {text.cancel}
    </Button>
  );
}

const toast = (props: StateProps, options: Partial<ToastOptions>) => (
  <ToastWhileMounted {...props} kind="info" message={props.text.sentence} {...options} />
);

export default {
  Toaster: {
    positive: { overlay: (props) => toast(props, { kind: 'positive' }) },
    negative: { overlay: (props) => toast(props, { kind: 'negative', requestId: '01JD3V9E7Q' }) },
    warning: { overlay: (props) => toast(props, { kind: 'warning', position: 'top' }) },
    info: { overlay: (props) => toast(props, { kind: 'info', position: 'bottom-left' }) },
    long: { overlay: (props) => toast(props, { message: props.text.long }) },
  },
} satisfies ComponentStates;
