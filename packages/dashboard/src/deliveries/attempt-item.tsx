import { Stack, Text } from '@mantine/core'
import type { DeliveryAttempt } from '@messaging/contract/webhook-deliveries.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { JsonView } from '../ui/json-view.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { durationText } from '../ui/time-words.ts'
import { RelativeTime, When } from '../ui/when.tsx'
import classes from './attempt-item.module.css'
import { HeadersList } from './headers-list.tsx'
import { outcomeText } from './outcome-words.ts'
import { words } from './words.ts'

const { attempts: texts } = words

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
    <li className={classes.item}>
      <details open={isOpen}>
        <summary className={classes.summary}>
          <span className={classes.number}>{texts.attempt(number)}</span>
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
      <Text size="sm" component="div">
        {explanation} {fix} {texts.sent} <When at={at} />.
      </Text>
      {attempt.status === null ? (
        <Text size="sm" c="dimmed">
          {texts.noResponse}
        </Text>
      ) : (
        <>
          <div>
            <h3 className={classes.heading}>{texts.responseBody}</h3>
            {responseBody === '' ? (
              <Text size="sm" c="dimmed">
                {texts.emptyBody}
              </Text>
            ) : (
              <JsonView text={responseBody} label={texts.responseBody} />
            )}
            {responseBodyCut && (
              <Text size="xs" c="dimmed" mt={4}>
                {texts.cutBody}
              </Text>
            )}
          </div>
          <div>
            <h3 className={classes.heading}>{texts.responseHeaders}</h3>
            <HeadersList headers={responseHeaders} label={texts.responseHeaders} />
          </div>
        </>
      )}
      {Object.keys(requestHeaders).length > 0 && (
        <div>
          <h3 className={classes.heading}>{texts.requestHeaders}</h3>
          <HeadersList headers={requestHeaders} label={texts.requestHeaders} />
          {!signaturesShown && (
            <Text size="xs" c="dimmed" mt={4}>
              {texts.signaturesHidden}
            </Text>
          )}
        </div>
      )}
    </Stack>
  )
}
