import { Stack, Text } from '@mantine/core'
import type { DeliveryAttempt } from '@replywright/contract/webhook-deliveries.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { JsonView } from '../ui/json-view.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Hint } from '../ui/text.tsx'
import { durationText } from '../ui/time-words.ts'
import { RelativeTime, When } from '../ui/when.tsx'
import classes from './delivery.module.css'
import { outcomeText } from './delivery-words.ts'

/** One attempt: its outcome, request and response. */
export function AttemptItem({
  attempt,
  number,
  isOpen,
}: {
  readonly attempt: DeliveryAttempt
  /** Counted from 1. */
  readonly number: number
  readonly isOpen: boolean
}) {
  const { at, durationMs, status, cause } = attempt
  return (
    <li>
      <details open={isOpen}>
        <summary className={classes.summary}>
          <span className={classes.attempt}>Attempt {number}</span>
          <StatusBadge
            tone={cause === null ? 'good' : 'bad'}
            icon={cause === null ? IconCircleCheck : IconCircleX}
            label={outcomeText({ status, cause })}
          />
          <span className={classes.duration}>{durationText(durationMs)}</span>
          <span className={classes.ago}>
            <RelativeTime at={at} />
          </span>
        </summary>
        <AttemptDetails attempt={attempt} />
      </details>
    </li>
  )
}

function AttemptDetails({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { at, explanation, fix, requestHeaders, signaturesShown, responseHeaders, responseBody, responseBodyCut } =
    attempt
  return (
    <Stack gap="sm" p="sm" pt={0}>
      <Text component="div">
        {explanation} {fix} Sent <When at={at} />.
      </Text>
      {attempt.status === null ? (
        <Text c="dimmed">There was no response.</Text>
      ) : (
        <>
          <div>
            <h3 className={classes.heading}>Response body</h3>
            {responseBody === '' ? (
              <Text c="dimmed">Empty</Text>
            ) : (
              <JsonView text={responseBody} label="Response body" />
            )}
            {responseBodyCut && <Hint mt={4}>Truncated to the first 4 KB.</Hint>}
          </div>
          {Object.keys(responseHeaders).length > 0 && (
            <div>
              <h3 className={classes.heading}>Response headers</h3>
              <HeadersList headers={responseHeaders} label="Response headers" />
            </div>
          )}
        </>
      )}
      {Object.keys(requestHeaders).length > 0 && (
        <div>
          <h3 className={classes.heading}>Request headers</h3>
          <HeadersList headers={requestHeaders} label="Request headers" />
          {!signaturesShown && (
            <Hint mt={4}>Signatures are hidden because the signing secret was rotated after this attempt.</Hint>
          )}
        </div>
      )}
    </Stack>
  )
}

/** HTTP headers, one per line. */
function HeadersList({
  headers,
  label,
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly label: string
}) {
  return (
    <dl className={classes.headers} aria-label={label}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}:</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
