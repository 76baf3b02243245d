import { Group, Title } from '@mantine/core'
import { redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { causeWords, DeadLetterItem } from './dead-letter-item.tsx'
import classes from './dead-letters-page.module.css'
import type { LetterGroup } from './letter-groups.ts'

/** The dead letters of a group. Several of one endpoint with the same cause have a heading, and are redriven together. */
export function LetterGroupList({
  queue,
  group: { delivery, letters },
  canRedrive,
}: {
  readonly queue: string
  readonly group: LetterGroup
  readonly canRedrive: boolean
}) {
  const title = delivery && letters.length > 1 && titleOf(delivery, letters.length)
  return (
    <div>
      {title && (
        <Group justify="space-between" gap="xs" mb="xs">
          <Title order={3} size="sm">
            {title}
          </Title>
          {canRedrive && (
            <ActionButton
              button={{ label: 'Redrive these', 'aria-label': `Redrive these: ${title}`, size: 'xs' }}
              endpoint={redriveDeadLetters}
              input={{ params: { queue }, body: { messageIds: letters.map(({ messageId }) => messageId) } }}
              title={`Redrive ${letters.length} dead letters?`}
              confirm="Redrive these"
              done="Redriven to the work queue"
            >
              {title}. Fix the cause first: a message that fails again comes back here.
            </ActionButton>
          )}
        </Group>
      )}
      <ul className={classes.letters}>
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
    </div>
  )
}

function titleOf({ webhookName, cause }: NonNullable<LetterGroup['delivery']>, count: number): string {
  const endpoint = webhookName ?? 'A deleted endpoint'
  return `${endpoint}${cause ? `: ${causeWords(cause)}` : ''} (${count})`
}
