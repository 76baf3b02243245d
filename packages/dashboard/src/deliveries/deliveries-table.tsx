import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { Link } from '@tanstack/react-router'
import { Breakable } from '../ui/breakable.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { When } from '../ui/when.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { outcomeText } from './outcome-words.ts'

const EVENT: Column<DeliverySummary> = {
  title: 'Event',
  unlabelled: true,
  render: ({ id, event, originId }) => (
    <span>
      <Link to="/deliveries/$id" params={{ id }} className="row-link">
        <Breakable text={event} />
      </Link>
      {originId && ' (replay)'}
    </span>
  ),
}
const WEBHOOK: Column<DeliverySummary> = { title: 'Endpoint', render: ({ webhookName }) => webhookName }
const REST: readonly Column<DeliverySummary>[] = [
  { title: 'Status', render: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    title: 'Outcome',
    render: ({ lastStatus, cause }) => outcomeText({ status: lastStatus, cause }) || '–',
  },
  { title: 'Attempts', align: 'end', render: ({ attemptCount }) => attemptCount },
  { title: 'Created', render: ({ createdAt }) => <When at={createdAt} /> },
]

/** A table of deliveries, newest first. Hides the endpoint if all belong to the same one. */
export function DeliveriesTable({
  deliveries,
  ofOneWebhook = false,
}: {
  readonly deliveries: readonly DeliverySummary[]
  readonly ofOneWebhook?: boolean
}) {
  const columns = ofOneWebhook ? [EVENT, ...REST] : [EVENT, WEBHOOK, ...REST]
  return <DataTable label="Deliveries" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
}
