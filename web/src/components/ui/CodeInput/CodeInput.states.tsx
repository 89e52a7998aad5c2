import { useState } from 'react';
import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { CodeInput, type CodeInputProps } from './CodeInput';

const ignore = () => undefined;

function Controlled({
  text,
  start = '',
  ...rest
}: StateProps & Partial<CodeInputProps> & { start?: string }) {
  const [value, setValue] = useState(start);
  const { busy, invalid } = rest;
  return (
    <CodeInput
      length={6}
      label={text.label}
      value={value}
      onChange={setValue}
      onComplete={ignore}
      busy={busy}
      invalid={invalid}
    />
  );
}

export default {
  CodeInput: {
    empty: (props) => <Controlled {...props} />,
    partial: (props) => <Controlled {...props} start="123" />,
    busy: (props) => <Controlled {...props} start="123456" busy />,
    // Mounting it moves the focus to its first box.
    invalid: { overlay: (props) => <Controlled {...props} invalid /> },
  },
} satisfies ComponentStates;
