import { Button, Group } from '@mantine/core'
import { CAUSES } from '@messaging/contract/causes.ts'
import { type DeadLetter, purgeDeadLetters, redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { CAUSE_WORDS } from '../deliveries/outcome-words.ts'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import classes from './dead-letters-page.module.css'
import { words } from './words.ts'

/** One dead letter. Expands to its details, body and actions. */
export function DeadLetterItem({
  queue,
  letter,
  canRedrive,
}: {
  readonly queue: string
  readonly letter: DeadLetter
  readonly canRedrive: boolean
}) {
  const { messageId, sentAt, receipts, body, delivery } = letter
  return (
    <li className={classes.letter}>
      <details>
        <summary className={classes.summary}>
          <span className={classes.subject}>
            {delivery ? words.letter.deliveryTo(delivery.webhookName ?? words.letter.deletedEndpoint) : messageId}
          </span>
          {delivery?.cause && <span>{causeWords(delivery.cause)}</span>}
          <span>{words.letter.receipts(receipts)}</span>
        </summary>
        <div className={classes.more}>
          <Facts>
            <Fact name={words.letter.sent}>
              <When at={sentAt} />
            </Fact>
            <Fact name={words.letter.messageId}>
              <CopyId id={messageId} label={words.letter.copyMessageId} />
            </Fact>
            {delivery && <DeliveryFacts delivery={delivery} />}
          </Facts>
          <JsonView text={prettyBody(body)} label={words.letter.body} />
          <Actions queue={queue} messageId={messageId} canRedrive={canRedrive} />
        </div>
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
      <Fact name={words.letter.delivery}>
        {isOwnOrganization ? (
          <Link to="/deliveries/$id" params={{ id }}>
            <code>{id}</code>
          </Link>
        ) : (
          <CopyId id={id} label={words.letter.copyDeliveryId} />
        )}
      </Fact>
      <Fact name={words.letter.organization}>
        {isOwnOrganization ? (
          me.organization.name
        ) : (
          <CopyId id={organizationId} label={words.letter.copyOrganizationId} />
        )}
      </Fact>
      <Fact name={words.letter.status}>{status ?? words.letter.deleted}</Fact>
      <Fact name={words.letter.cause}>{cause && causeWords(cause)}</Fact>
      <Fact name={words.letter.attempts}>{attemptCount}</Fact>
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
  const [isConfirming, setConfirming] = useState(false)
  const redriving = useAction(redriveDeadLetters, { onDone: () => tell(words.letter.redriven) })
  const purging = useAction(purgeDeadLetters, { onDone: () => tell(words.letter.purged) })
  const params = { queue }
  return (
    <Group gap="xs">
      {canRedrive && (
        <Button
          size="xs"
          loading={redriving.isPending}
          onClick={() => redriving.mutate({ params, body: { messageId } }, { onError: tellError })}
        >
          {words.letter.redrive}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        {words.letter.purge}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={words.letter.purgeTitle}
        confirm={words.letter.purge}
        danger
        onConfirm={() => purging.mutate({ params, body: { messageId } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        {words.letter.purgeText}
      </ConfirmDialog>
    </Group>
  )
}

function causeWords(cause: string): string {
  const known = CAUSES.find((name) => name === cause)
  return known ? CAUSE_WORDS[known] : cause
}
