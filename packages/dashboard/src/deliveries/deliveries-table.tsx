import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import classes from './deliveries-table.module.css'
import { DeliveryRow, type RowProps } from './delivery-row.tsx'
import { words } from './words.ts'

const { columns } = words.list

/** Explicit roles, because some browsers drop them when a table is laid out as cards. */
const ROLES = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
}

/**
 * A table of deliveries, newest first, with one line each; on narrow screens each is a card. Hides the endpoint if all
 * belong to the same one.
 */
export function DeliveriesTable({
  deliveries,
  ...row
}: Omit<RowProps, 'delivery'> & { readonly deliveries: readonly DeliverySummary[] }) {
  const { ofOneWebhook = false, search, selection } = row
  return (
    <div className={classes.box}>
      <VisuallyHidden role="status">{words.list.shown(deliveries.length)}</VisuallyHidden>
      <table className={classes.table} {...ROLES.table} aria-label={words.list.table}>
        <thead {...ROLES.rows}>
          <tr {...ROLES.row}>
            {selection && (
              <th className={classes.select} {...ROLES.heading} scope="col">
                <VisuallyHidden>{columns.select}</VisuallyHidden>
              </th>
            )}
            <Heading title={columns.status} className={classes.outcome} />
            <Heading title={columns.message} />
            <Heading title={columns.event} className={classes.event} />
            {!ofOneWebhook && <Heading title={columns.endpoint} className={classes.endpoint} />}
            <Heading title={columns.id} className={classes.id} />
            <Heading title={search?.status === 'failed' ? columns.failed : columns.created} className={classes.time} />
          </tr>
        </thead>
        <tbody {...ROLES.rows}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Heading({ title, className }: { readonly title: string; readonly className?: string | undefined }) {
  return (
    <th className={className} {...ROLES.heading} scope="col">
      {title}
    </th>
  )
}

/** Selects all rows of the page, or none. */
export function SelectPage({
  deliveries,
  ids,
  onChange,
  label,
}: NonNullable<RowProps['selection']> & {
  readonly deliveries: readonly DeliverySummary[]
  readonly label: string
}) {
  const selected = deliveries.filter(({ id }) => ids.has(id)).length
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={deliveries.length > 0 && selected === deliveries.length}
      indeterminate={selected > 0 && selected < deliveries.length}
      onChange={({ currentTarget: { checked } }) => onChange(new Set(checked ? deliveries.map(({ id }) => id) : []))}
    />
  )
}
