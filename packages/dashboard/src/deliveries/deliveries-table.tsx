import { Checkbox } from '@mantine/core'
import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Breakable } from '../ui/breakable.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { RelativeTime } from '../ui/when.tsx'
import { customerName, messageText, shortId } from './customer-words.ts'
import classes from './deliveries-table.module.css'
import { DeliveryStatus } from './delivery-status.tsx'
import type { DeliveriesSearch } from './filters.ts'
import { outcomeText } from './outcome-words.ts'
import { words } from './words.ts'

const { columns } = words.list

/** The selected rows of a table. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly onChange: (ids: ReadonlySet<string>) => void
}

/** A table of deliveries, newest first. Hides the endpoint if all belong to the same one. */
export function DeliveriesTable({
  deliveries,
  ofOneWebhook = false,
  search,
  selection,
}: {
  readonly deliveries: readonly DeliverySummary[]
  readonly ofOneWebhook?: boolean
  /** The filters of the list, which the links of the rows keep. */
  readonly search?: DeliveriesSearch
  readonly selection?: Selection
}) {
  const shown: Column<DeliverySummary>[] = [
    ...(selection ? [selectColumn(selection)] : []),
    {
      title: columns.message,
      unlabelled: true,
      render: (delivery) => <Message delivery={delivery} search={search} />,
    },
    { title: columns.status, unlabelled: true, render: (delivery) => <Outcome delivery={delivery} /> },
    { title: columns.event, unlabelled: true, render: ({ event }) => <Breakable text={event} /> },
    ...(ofOneWebhook ? [] : [ENDPOINT]),
    { title: columns.attempts, align: 'end', render: ({ attemptCount }) => attemptCount },
    { title: columns.id, render: ({ id }) => <code className={classes.id}>{shortId(id)}</code> },
    search?.status === 'failed' ? FAILED : CREATED,
  ]
  return (
    <div className={classes.dense}>
      <DataTable label={words.list.table} columns={shown} rows={deliveries} rowKey={({ id }) => id} />
    </div>
  )
}

const ENDPOINT: Column<DeliverySummary> = {
  title: columns.endpoint,
  unlabelled: true,
  render: ({ webhookName }) => webhookName,
}
const CREATED: Column<DeliverySummary> = {
  title: columns.created,
  render: ({ createdAt }) => <Time at={createdAt} />,
}
const FAILED: Column<DeliverySummary> = {
  title: columns.failed,
  render: ({ finishedAt, createdAt }) => <Time at={finishedAt ?? createdAt} />,
}

function Time({ at }: { readonly at: string }) {
  return (
    <span className={classes.time} title={new Date(at).toLocaleString()}>
      <RelativeTime at={at} />
    </span>
  )
}

function selectColumn({ ids, onChange }: Selection): Column<DeliverySummary> {
  return {
    title: columns.select,
    unlabelled: true,
    render: (delivery) => (
      <Checkbox
        size="xs"
        aria-label={words.selection.row(`${customerName(delivery) ?? delivery.event}, ${shortId(delivery.id)}`)}
        checked={ids.has(delivery.id)}
        onChange={({ currentTarget: { checked } }) => {
          const next = new Set(ids)
          if (checked) next.add(delivery.id)
          else next.delete(delivery.id)
          onChange(next)
        }}
      />
    ),
  }
}

function Message({
  delivery,
  search,
}: {
  readonly delivery: DeliverySummary
  readonly search: DeliveriesSearch | undefined
}) {
  const { id, contact, originId, event } = delivery
  const text = messageText(delivery)
  return (
    <span className={classes.message}>
      <Link to="/deliveries/$id" params={{ id }} search={search ?? {}} className="row-link">
        <bdi>{customerName(delivery) ?? event}</bdi>
      </Link>
      {contact?.name && contact.phoneNumber && (
        <span className={classes.number}>
          <PhoneNumber number={contact.phoneNumber} />
        </span>
      )}
      {text && <bdi className={classes.preview}>{text}</bdi>}
      {originId && <span className={classes.tag}>{words.list.isReplay}</span>}
    </span>
  )
}

function Outcome({ delivery }: { readonly delivery: DeliverySummary }) {
  const { lastStatus, cause, replayedAs } = delivery
  const outcome = outcomeText({ status: lastStatus, cause })
  return (
    <span className={classes.outcome}>
      <DeliveryStatus delivery={delivery} />
      {outcome && <span className={classes.cause}>{outcome}</span>}
      {replayedAs && (
        <Link
          to="/deliveries/$id"
          params={{ id: replayedAs }}
          className={classes.replayed}
          title={words.list.openReplay(shortId(replayedAs))}
        >
          <IconRotateClockwise size={12} aria-hidden />
          {words.list.replayed}
        </Link>
      )}
    </span>
  )
}
