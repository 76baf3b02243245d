import { Button, Group, Stack, Title } from '@mantine/core'
import { type DeadLetter, purgeDeadLetters, redriveDeadLetters } from '@replywright/contract/dashboard/operations.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '../api/use-me.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { CAUSE_TEXTS } from '../deliveries/delivery-words.ts'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { JsonView } from '../ui/json-view.tsx'
import cards from '../ui/shared.module.css'
import { useAction } from '../ui/use-action.ts'
import { RelativeTime, When } from '../ui/when.tsx'
import classes from './operations.module.css'
import { attemptsText, groupCountText, type LetterGroup } from './queues.ts'

/** Larger groups begin closed, so that the groups below them are in view. */
const SHOWN_OPEN = 5

/** The dead letters of a group. Several of one endpoint with the same cause have a heading, and are redriven together, or purged if they were replayed. */
export function LetterGroupList({
  queue,
  group: { delivery, letters },
  of,
  canRedrive,
}: {
  readonly queue: string
  readonly group: LetterGroup
  /** How many letters the page has read, if the queue has more. */
  readonly of: number | undefined
  readonly canRedrive: boolean
}) {
  const title = delivery && letters.length > 1 && titleOf(delivery, letters.length, of)
  const messageIds = letters.map(({ messageId }) => messageId)
  const list = (
    <ul className={cards.list}>
      {letters.map((letter) => (
        <DeadLetterItem
          key={letter.messageId}
          queue={queue}
          letter={letter}
          canRedrive={canRedrive}
          isTitled={Boolean(title)}
        />
      ))}
    </ul>
  )
  return (
    <div>
      {title && (
        <Group justify="space-between" gap="xs" mb="xs">
          <Title order={3} size="sm">
            {title}
          </Title>
          {delivery?.isReplayed ? (
            <ActionButton
              button={{ label: 'Purge these', 'aria-label': `Purge these: ${title}`, size: 'xs' }}
              endpoint={purgeDeadLetters}
              input={{ params: { queue }, body: { messageIds } }}
              title={`Purge ${letters.length} dead letters?`}
              confirm="Purge these"
              danger
              done="Purged"
            >
              {title}. Their events were sent again as new deliveries. Only the messages are deleted, not the records.
            </ActionButton>
          ) : canRedrive ? (
            <ActionButton
              button={{ label: 'Redrive these', 'aria-label': `Redrive these: ${title}`, size: 'xs' }}
              endpoint={redriveDeadLetters}
              input={{ params: { queue }, body: { messageIds } }}
              title={`Redrive ${letters.length} dead letters?`}
              confirm="Redrive these"
              done="Redriven to the work queue"
            >
              {title}. Fix the cause first: a message that fails again comes back here.
            </ActionButton>
          ) : null}
        </Group>
      )}
      {title ? (
        <details className={classes.letters} open={letters.length <= SHOWN_OPEN}>
          <summary>{letters.length} messages</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </div>
  )
}

function titleOf(
  { webhookName, cause, isReplayed }: NonNullable<LetterGroup['delivery']>,
  count: number,
  of: number | undefined,
): string {
  const endpoint = webhookName ?? 'A deleted endpoint'
  return `${endpoint}${cause ? `: ${CAUSE_TEXTS[cause]}` : ''}${isReplayed ? ', replayed already' : ''} (${groupCountText(count, of)})`
}

/** One dead letter. Expands to its details, body and actions. */
function DeadLetterItem({
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
    <li>
      <details>
        <summary className={classes.groupSummary}>
          <span className={classes.line}>
            <span className={classes.subject}>
              {delivery && !isTitled ? (
                `Delivery to ${delivery.webhookName ?? 'a deleted endpoint'}`
              ) : (
                <code>{delivery?.id ?? messageId}</code>
              )}
            </span>
            {!isTitled && delivery?.cause && <span>{CAUSE_TEXTS[delivery.cause]}</span>}
            {delivery && <span>{attemptsText(delivery.attemptCount)}</span>}
            {!isTitled && delivery?.isReplayed && <span>Replayed already</span>}
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
  const { id, organizationId, status, cause, attemptCount, isReplayed } = delivery
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
      <Fact name="Stored status">
        {status === null ? 'Deleted' : <DeliveryStatus delivery={{ status, attemptCount: attemptCount ?? 0 }} />}
      </Fact>
      <Fact name="Last cause">{cause && CAUSE_TEXTS[cause]}</Fact>
      <Fact name="Attempts">{attemptCount}</Fact>
      <Fact name="Replayed">
        {isReplayed && 'Yes. The endpoint gets the event a second time if the message is redriven.'}
      </Fact>
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
  const redriving = useAction(redriveDeadLetters, { done: 'Redriven to the work queue' })
  const params = { queue }
  return (
    <Group gap="xs">
      {canRedrive && (
        <Button size="xs" loading={redriving.isPending} onClick={() => redriving.run({ params, body: { messageId } })}>
          Redrive message
        </Button>
      )}
      <ActionButton
        button={{ label: 'Purge message', size: 'xs' }}
        endpoint={purgeDeadLetters}
        input={{ params, body: { messageIds: [messageId] } }}
        title="Purge this message?"
        confirm="Purge message"
        danger
        done="Purged"
      >
        Only the message is deleted, not its record. A delivery can be replayed for up to 30 days.
      </ActionButton>
    </Group>
  )
}
