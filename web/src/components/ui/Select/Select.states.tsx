import { useState } from 'react';
import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { Select } from './Select';

function Controlled({ text, titles }: StateProps & { titles: string[] }) {
  const [value, setValue] = useState('0');
  const options = titles.map((label, index) => ({ value: String(index), label }));
  return <Select label={text.label} value={value} options={options} onChange={setValue} />;
}

export default {
  Select: {
    default: (props) => (
      <Controlled {...props} titles={[props.text.first, props.text.second, props.text.third]} />
    ),
    long: (props) => <Controlled {...props} titles={[props.text.long, props.text.first]} />,
  },
} satisfies ComponentStates;
