import { Button, Group, Stack } from '@mantine/core'
import { CAUSES } from '@messaging/contract/causes.ts'
import { type DeadLetter, purgeDeadLetters, redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { Link } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { CAUSE_TEXTS } from '../deliveries/outcome-words.ts'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { RelativeTime, When } from '../ui/when.tsx'
import classes from './dead-letters-page.module.css'

/** One dead letter. Expands to its details, body and actions. */
export function DeadLetterItem({
  queue,
  letter,
  canRedrive,
  isTitled,
}: {
  readonly queue: string
  readonly letter: DeadLetter
  readonly canRedrive: boolean
  /** Whether a heading above it says the endpoint and the cause. */
  readonly isTitled: boolean
}) {
  const { messageId, sentAt, body, delivery } = letter
  return (
    <li className={classes.letter}>
      <details>
        <summary className={classes.summary}>
          <span className={classes.line}>
            <span className={classes.subject}>
              {delivery && !isTitled ? (
                `Delivery to ${delivery.webhookName ?? 'a deleted endpoint'}`
              ) : (
                <code>{delivery?.id ?? messageId}</code>
              )}
            </span>
            {!isTitled && delivery?.cause && <span>{causeWords(delivery.cause)}</span>}
            {delivery?.attemptCount && (
              <span>{delivery.attemptCount === 1 ? '1 attempt' : `${delivery.attemptCount} attempts`}</span>
            )}
            <RelativeTime at={sentAt} />
          </span>
        </summary>
        <Stack gap="sm" px="sm" pt={4} pb="md">
          <Facts>
            <Fact name="First sent">
              <When at={sentAt} />
            </Fact>
            <Fact name="Message ID">
              <CopyId id={messageId} label="message ID" />
            </Fact>
            {delivery && <DeliveryFacts delivery={delivery} />}
          </Facts>
          <JsonView text={prettyBody(body)} label="message body" />
          <Actions queue={queue} messageId={messageId} canRedrive={canRedrive} />
        </Stack>
      </details>
    </li>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: NonNullable<DeadLetter['delivery']> }) {
  const { data: me } = useMe()
  const { id, organizationId, status, cause, attemptCount } = delivery
  const isOwnOrganization = me?.organization.id === organizationId
  return (
    <>
      <Fact name="Delivery">
        {isOwnOrganization ? (
          <Link to="/deliveries/$id" params={{ id }}>
            <code>{id}</code>
          </Link>
        ) : (
          <CopyId id={id} label="delivery ID" />
        )}
      </Fact>
      <Fact name="Organisation">
        {isOwnOrganization ? me.organization.name : <CopyId id={organizationId} label="organisation ID" />}
      </Fact>
      <Fact name="Stored status">{status ?? 'Deleted'}</Fact>
      <Fact name="Last cause">{cause && causeWords(cause)}</Fact>
      <Fact name="Attempts">{attemptCount}</Fact>
    </>
  )
}

function Actions({
  queue,
  messageId,
  canRedrive,
}: {
  readonly queue: string
  readonly messageId: string
  readonly canRedrive: boolean
}) {
  const redriving = useAction(redriveDeadLetters, { onDone: () => tell('Redriven to the work queue') })
  const params = { queue }
  return (
    <Group gap="xs">
      {canRedrive && (
        <Button
          size="xs"
          loading={redriving.isPending}
          onClick={() => redriving.mutate({ params, body: { messageId } }, { onError: tellError })}
        >
          Redrive message
        </Button>
      )}
      <ActionButton
        button={{ label: 'Purge message', size: 'xs' }}
        endpoint={purgeDeadLetters}
        input={{ params, body: { messageId } }}
        title="Purge this message?"
        confirm="Purge message"
        danger
        done="Purged"
      >
        Only the message is deleted, not its record. A delivery can be replayed for 30 days.
      </ActionButton>
    </Group>
  )
}

/** Returns the cause of a failed delivery in words. */
export function causeWords(cause: string): string {
  const known = CAUSES.find((name) => name === cause)
  return known ? CAUSE_TEXTS[known] : cause
}
