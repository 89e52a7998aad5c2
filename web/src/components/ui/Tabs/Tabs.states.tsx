import { useState } from 'react';
import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { Tabs } from './Tabs';

function Controlled({ text, titles }: StateProps & { titles: string[] }) {
  const [value, setValue] = useState('0');
  const tabs = titles.map((title, index) => ({ key: String(index), title }));
  return (
    <Tabs label={text.label} tabs={tabs} value={value} onChange={setValue}>
      <p>{titles[Number(value)]}</p>
    </Tabs>
  );
}

export default {
  Tabs: {
    default: (props) => (
      <Controlled {...props} titles={[props.text.first, props.text.second, props.text.third]} />
    ),
    scrolling: (props) => (
      <Controlled {...props} titles={[props.text.first, props.text.long, props.text.third]} />
    ),
  },
} satisfies ComponentStates;
