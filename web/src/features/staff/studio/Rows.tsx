import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Active,
  type Over,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { ActionButton } from '../components/Actions';
import { FieldBox } from './Inputs';
import { useStudio } from './useStudio';
import css from './Content.module.css';

/** A row of a list, with a button for each of its actions. */
export interface RowContent {
  id: string;
  name: string;
  /** Shown instead of its name. */
  title?: ReactNode;
  tags?: ReactNode;
  /** A second line. */
  text?: ReactNode;
  /** The field that the row belongs to. */
  field?: string;
  edit?(): void;
  hide?(): void;
  show?(): void;
  add?(): void;
  remove?(): void;
  /** Removes after a confirmation. */
  discard?(): void;
}

export interface RowsProps<Item> {
  label: string;
  items: readonly Item[];
  row(item: Item): RowContent;
  /** Changes the order, by drag and by keyboard. Without it, the order is fixed. */
  onSort?(items: Item[]): void;
}

/**
 * A list of rows. Space, arrow keys and Space move a row, and so does a pointer. In a draft that the
 * account may not change, `edit` is the only action.
 */
export function Rows<Item>({ label, items, row, onSort }: RowsProps<Item>) {
  const { t } = useTranslation('staffContent');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const rows = items.map(row);
  const ids = rows.map(({ id }) => id);
  const at = (target: Active | Over) => ids.indexOf(String(target.id));
  // The library reports the first position twice.
  const announced = useRef(0);
  const announce =
    (key: 'start' | 'over' | 'end' | 'cancel') =>
    ({ active, over }: { active: Active; over?: Over | null }) => {
      const position = at(key === 'cancel' || !over ? active : over) + 1;
      if (key === 'over' && announced.current === position) return undefined;
      announced.current = position;
      return t(`sort.${key}`, { name: rows[at(active)]?.name, position, count: rows.length });
    };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        screenReaderInstructions: { draggable: t('sort.instructions') },
        announcements: {
          onDragStart: announce('start'),
          onDragOver: announce('over'),
          onDragEnd: announce('end'),
          onDragCancel: announce('cancel'),
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onSort?.(arrayMove([...items], at(active), at(over)));
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={css.rows} aria-label={label}>
          {rows.map((content) => (
            <Row key={content.id} {...content} isSorted={onSort !== undefined} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

const actions = ['edit', 'hide', 'show', 'add', 'remove'] as const;

function Row({ isSorted, ...content }: RowContent & { isSorted: boolean }) {
  const { t } = useTranslation('staffContent');
  const { readOnly } = useStudio();
  const isSortable = isSorted && !readOnly;
  const { id, name, title, tags, text, field, discard } = content;
  const attributes = { roleDescription: t('sort.role') };
  const sortable = useSortable({ id, attributes, disabled: !isSortable });
  const { transform, transition, isDragging } = sortable;
  const body = (
    <div className={css.content}>
      <div className={css.titles}>
        <div className={css.title}>
          {title ?? name} {tags}
        </div>
        <div className={css.text}>{text}</div>
      </div>
      {actions.map((action) => {
        const onClick = content[action];
        const label = t(`actions.${action}Of`, { name });
        if (!onClick || (readOnly && action !== 'edit')) return null;
        return (
          <Button key={action} size="small" aria-label={label} onClick={onClick}>
            {t(`actions.${action}`)}
          </Button>
        );
      })}
      {discard && !readOnly && (
        <ActionButton
          size="small"
          aria-label={t('actions.removeOf', { name })}
          ask={{ title: t('actions.removeOf', { name }), text: t('actions.removeText') }}
          action={() => Promise.resolve(discard())}
        >
          {t('actions.remove')}
        </ActionButton>
      )}
    </div>
  );
  return (
    <li
      ref={sortable.setNodeRef}
      className={css.row}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {isSortable && (
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          className={css.handle}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={t('sort.move', { name })}
        >
          <IconGripVertical size={18} aria-hidden="true" />
        </button>
      )}
      {field ? <FieldBox field={field}>{body}</FieldBox> : body}
    </li>
  );
}
