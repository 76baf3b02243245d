import { Checkbox } from '@mantine/core'
import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PhoneNumber } from '../ui/text.tsx'
import classes from './deliveries-table.module.css'
import { DeliveryStatus } from './delivery-status.tsx'
import { customerName, messageText, outcomeText, shortId } from './delivery-words.ts'
import type { DeliveriesSearch } from './filters.ts'

/** The selected rows of a table. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly onChange: (ids: ReadonlySet<string>) => void
}

/** The checkbox of a delivery. */
export function SelectRow({ delivery, ids, onChange }: Selection & { readonly delivery: DeliverySummary }) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Select the delivery of ${customerName(delivery) ?? delivery.event}, ${shortId(delivery.id)}`}
      checked={ids.has(delivery.id)}
      onChange={({ currentTarget: { checked } }) => {
        const next = new Set(ids)
        if (checked) next.add(delivery.id)
        else next.delete(delivery.id)
        onChange(next)
      }}
    />
  )
}

/** The customer and text of a delivery. The link of the customer covers the row. */
export function Message({
  delivery,
  search,
}: {
  readonly delivery: DeliverySummary
  readonly search: DeliveriesSearch
}) {
  const { id, contact, originId, event } = delivery
  const text = messageText(delivery)
  return (
    <span className={classes.line}>
      <Link to="/deliveries/$id" params={{ id }} search={search} className={`row-link ${classes.customer}`}>
        <bdi>{customerName(delivery) ?? event}</bdi>
      </Link>
      {contact?.name && contact.phoneNumber && (
        <span className={classes.number}>
          <PhoneNumber number={contact.phoneNumber} />
        </span>
      )}
      {text && (
        <bdi className={classes.preview} title={text}>
          {text}
        </bdi>
      )}
      {originId && <span className={classes.tag}>Replay</span>}
    </span>
  )
}

/** The status of a delivery, and why it has it. */
export function Outcome({ delivery }: { readonly delivery: DeliverySummary }) {
  const { lastStatus, cause, replayedAs, attemptCount, status } = delivery
  const outcome = outcomeText({ status: lastStatus, cause })
  const code = cause === null ? '' : `${lastStatus ?? outcome}`
  return (
    <span className={classes.line} title={outcome}>
      <DeliveryStatus delivery={delivery} />
      {code && <span className={classes.cause}>{code}</span>}
      {!replayedAs && (attemptCount > 1 || status === 'pending') && attemptCount > 0 && (
        <span className={classes.attempts} title={`${attemptCount.toLocaleString('en')} attempts`}>
          ×{attemptCount.toLocaleString('en')}
        </span>
      )}
      {replayedAs && (
        <Link
          to="/deliveries/$id"
          params={{ id: replayedAs }}
          className={classes.replayed}
          title={`Replayed as ${shortId(replayedAs)}`}
        >
          <IconRotateClockwise size={12} aria-hidden />
          Replayed
        </Link>
      )}
    </span>
  )
}
