import { IconArrowRight, IconSearch, IconTrash } from '@tabler/icons-react';
import type { ComponentStates } from '@/components/gallery/states';
import { paths } from '@/lib/paths/paths';
import { Button, ButtonLink, IconButton } from './Button';

export default {
  Button: {
    primary: ({ text }) => <Button variant="primary">{text.save}</Button>,
    secondary: ({ text }) => <Button>{text.save}</Button>,
    subtle: ({ text }) => <Button variant="subtle">{text.cancel}</Button>,
    danger: ({ text }) => <Button variant="danger">{text.remove}</Button>,
    small: ({ text }) => <Button size="small">{text.save}</Button>,
    large: ({ text }) => (
      <Button variant="primary" size="large">
        {text.save}
      </Button>
    ),
    icon: ({ text }) => (
      <Button>
        {text.open}
        <IconArrowRight size={18} className="rtl-flip" aria-hidden="true" />
      </Button>
    ),
    fullWidth: ({ text }) => (
      <Button variant="primary" fullWidth>
        {text.save}
      </Button>
    ),
    busy: ({ text }) => (
      <Button variant="primary" busy>
        {text.save}
      </Button>
    ),
    disabled: ({ text }) => <Button disabled>{text.save}</Button>,
    long: ({ text }) => <Button fullWidth>{text.long}</Button>,
  },
  ButtonLink: {
    primary: ({ text }) => (
      <ButtonLink variant="primary" to={paths.home.to()}>
        {text.open}
      </ButtonLink>
    ),
    secondary: ({ text }) => <ButtonLink to={paths.home.to()}>{text.open}</ButtonLink>,
    subtle: ({ text }) => (
      <ButtonLink variant="subtle" size="small" to={paths.home.to()}>
        {text.open}
      </ButtonLink>
    ),
  },
  IconButton: {
    subtle: ({ text }) => <IconButton label={text.search} icon={<IconSearch />} />,
    secondary: ({ text }) => (
      <IconButton variant="secondary" label={text.search} icon={<IconSearch />} />
    ),
    danger: ({ text }) => (
      <IconButton variant="danger" label={text.remove} icon={<IconTrash size={20} />} />
    ),
    small: ({ text }) => (
      <IconButton size="small" label={text.search} icon={<IconSearch size={18} />} />
    ),
    busy: ({ text }) => <IconButton busy label={text.search} icon={<IconSearch />} />,
    disabled: ({ text }) => <IconButton disabled label={text.search} icon={<IconSearch />} />,
  },
} satisfies ComponentStates;
