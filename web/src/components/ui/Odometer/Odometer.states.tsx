import { useState } from 'react';
import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { Button } from '../Button/Button';
import { Odometer } from './Odometer';

function Changing({ text }: StateProps) {
  const [changed, setChanged] = useState(false);
  return (
    <>
      <Odometer text={changed ? '1.240.981,07 TL' : '998.214,53 TL'} />
      <Button size="small" onClick={() => setChanged(!changed)}>
        {text.open}
      </Button>
    </>
  );
}

export default {
  Odometer: {
    default: () => <Odometer text="1.234.567,89 TL" />,
    changing: (props) => <Changing {...props} />,
  },
} satisfies ComponentStates;
