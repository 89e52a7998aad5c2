import type { ComponentStates, StateProps } from '@/components/gallery/states';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import buttons from '../Button/Button.module.css';
import { classes } from '../classes';
import { Menu } from './Menu';

const menu = ({ text }: StateProps, align: 'start' | 'end') => (
  <Menu
    align={align}
    trigger={(props) => (
      <button type="button" className={classes(buttons.button, buttons.secondary)} {...props}>
        {text.account}
      </button>
    )}
  >
    <Link to={paths.slots.to()}>{text.second}</Link>
  </Menu>
);

export default {
  Menu: {
    start: (props) => menu(props, 'start'),
    end: (props) => menu(props, 'end'),
  },
} satisfies ComponentStates;
