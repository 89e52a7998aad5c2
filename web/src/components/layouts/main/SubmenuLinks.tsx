import { NavLink } from 'react-router';
import type { MenuItem } from '@/contracts/types';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from './useLocalText';

/** The links of a submenu as items of a list. */
export function SubmenuLinks({ item, className }: { item: MenuItem; className?: string }) {
  const text = useLocalText();
  return item.children?.map((child) => (
    <li key={child.id}>
      <NavLink className={className} {...menuTarget(child)}>
        {text(child.title)}
      </NavLink>
    </li>
  ));
}
