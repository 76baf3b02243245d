import { Checkbox } from '@mantine/core'
import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { exactTime, relativeTime } from '../ui/time-words.ts'
import { ClockTime } from '../ui/when.tsx'
import classes from './deliveries-table.module.css'
import { Message, Outcome, type Selection, SelectRow } from './delivery-cells.tsx'
import type { DeliveriesSearch } from './filters.ts'

/**
 * A table of deliveries, newest first, with one line each; on narrow screens each is a card. Hides the endpoint if all
 * belong to the same one.
 */
export function DeliveriesTable({
  deliveries,
  ofOneWebhook = false,
  search = {},
  selection,
}: {
  readonly deliveries: readonly DeliverySummary[]
  readonly ofOneWebhook?: boolean
  /** The filters of the list, which the links of the rows keep. */
  readonly search?: DeliveriesSearch
  readonly selection?: Selection
}) {
  const ofFailures = search.status === 'failed'
  const timeOf = ({ createdAt, finishedAt }: DeliverySummary) => (ofFailures && finishedAt) || createdAt
  const select = (props: Selection): Column<DeliverySummary> => ({
    title: 'Select',
    isTitleHidden: true,
    className: classes.select,
    render: (delivery) => <SelectRow delivery={delivery} {...props} />,
  })
  const endpoint: Column<DeliverySummary> = {
    title: 'Endpoint',
    className: classes.endpoint,
    tooltip: ({ webhookName }) => webhookName,
    render: ({ webhookName }) => webhookName,
  }
  return (
    <DataTable
      label="Deliveries"
      className={classes.table}
      rows={deliveries}
      rowKey={({ id }) => id}
      isSelected={({ id }) => selection?.ids.has(id) ?? false}
      columns={[
        ...(selection ? [select(selection)] : []),
        { title: 'Status', className: classes.outcome, render: (delivery) => <Outcome delivery={delivery} /> },
        {
          title: 'Customer and message',
          className: classes.message,
          render: (delivery) => <Message delivery={delivery} search={search} />,
        },
        { title: 'Event', className: classes.event, tooltip: ({ event }) => event, render: ({ event }) => event },
        ...(ofOneWebhook ? [] : [endpoint]),
        {
          title: ofFailures ? 'Failed' : 'Created',
          className: classes.time,
          tooltip: (delivery) => {
            const time = Date.parse(timeOf(delivery))
            return `${exactTime(time).local}, ${relativeTime(time, Date.now())}`
          },
          render: (delivery) => <ClockTime at={timeOf(delivery)} />,
        },
      ]}
    />
  )
}

/** Selects all rows of the page, or none. */
export function SelectPage({
  deliveries,
  ids,
  onChange,
  label,
}: Selection & {
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
