import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Panel } from '../../ui/page.tsx'
import { focusFirst } from '../../ui/row-buttons.tsx'
import cards from '../../ui/shared.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from '../agent.module.css'
import type { AgentForm } from './agent-values.ts'

/** An item that is not `active` or not `enabled` is off. */
interface ListItem {
  readonly key: string
  readonly active?: boolean
  readonly enabled?: boolean
}

/** A list of an agent's items of one kind. Each item expands to be edited. `field` is the list's name in the form. */
export function ItemList<Item extends ListItem>({
  form,
  field,
  title,
  description,
  kind,
  items,
  create,
  heading,
  hasProblem = () => false,
  children,
}: {
  readonly form: AgentForm
  readonly field: string
  readonly title: string
  readonly description: ReactNode
  readonly kind: string
  readonly items: readonly Item[]
  readonly create: () => Item
  readonly heading: (item: Item) => string
  /** Whether the service found a problem with the saved item. */
  readonly hasProblem?: (item: Item) => boolean
  /** Renders the fields of an item. `path` is the item's form path, with a trailing dot. */
  readonly children: (item: Item, path: string) => ReactNode
}) {
  const [added, setAdded] = useState<string>()
  const append = () => {
    const item = create()
    setAdded(item.key)
    form.insertListItem(field, item)
  }
  const remove = (index: number) => {
    form.clearErrors()
    form.removeListItem(field, index)
  }
  return (
    <Panel
      title={title}
      actions={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={append}>
          Add {kind}
        </Button>
      }
    >
      <Text c="dimmed" mb="xs" component="div">
        {description}
      </Text>
      {items.length === 0 ? (
        <div className={classes.empty}>None yet.</div>
      ) : (
        <ol className={cards.list}>
          {items.map((item, index) => (
            <ListedItem
              key={item.key}
              heading={heading(item)}
              kind={kind}
              isOff={item.active === false || item.enabled === false}
              hasProblem={hasProblem(item)}
              isNew={item.key === added}
              hasErrors={Object.keys(form.errors).some((path) => path.startsWith(`${field}.${index}.`))}
              onRemove={() => remove(index)}
            >
              {children(item, `${field}.${index}.`)}
            </ListedItem>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function ListedItem({
  heading,
  kind,
  isOff,
  hasProblem,
  isNew,
  hasErrors,
  onRemove,
  children,
}: {
  readonly heading: string
  readonly kind: string
  readonly isOff: boolean
  readonly hasProblem: boolean
  readonly isNew: boolean
  readonly hasErrors: boolean
  readonly onRemove: () => void
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isNew)
  return (
    <li ref={isNew ? focusFirst : undefined}>
      <details open={isOpen || hasErrors} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.item}>
          <span className={classes.itemTitle} data-empty={heading === '' || undefined}>
            {heading || `New ${kind}`}
          </span>
          <span className={classes.badges}>
            {hasErrors && <StatusBadge tone="bad" icon={IconAlertTriangle} label="Invalid" />}
            {hasProblem && <StatusBadge tone="waiting" icon={IconAlertTriangle} label="Problem" />}
            {isOff && <StatusBadge tone="neutral" icon={IconPlayerPause} label="Off" />}
          </span>
        </summary>
        <div className={classes.body}>
          {children}
          <Group>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onRemove}
            >
              Remove {kind}
            </Button>
          </Group>
        </div>
      </details>
    </li>
  )
}
