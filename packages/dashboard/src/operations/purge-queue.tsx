import { Button, Text } from '@mantine/core'
import { purgeDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { queueTitle } from './queue-words.ts'

/** Purges the counted dead letters of a queue. Later messages are kept. */
export function PurgeQueue({ queue, count }: { readonly queue: string; readonly count: number }) {
  const [confirmedCount, setConfirmedCount] = useState<number>()
  const purging = useAction(purgeDeadLetters, {
    onDone: ({ purged, more }) => {
      tell(more ? `${purged} purged. More remain: purge again.` : `${purged} purged`)
      setConfirmedCount(undefined)
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirmedCount(count)}>
        Purge all
      </Button>
      <ConfirmDialog
        opened={confirmedCount !== undefined}
        onClose={() => {
          setConfirmedCount(undefined)
          purging.reset()
        }}
        title={`Purge ${confirmedCount ?? count} dead letters of ${queueTitle(queue)}?`}
        confirm="Purge all"
        danger
        typed={queue}
        onConfirm={() => purging.mutate({ params: { queue }, body: { count: confirmedCount ?? count } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        <Text size="sm">
          Purged messages cannot be redriven. Only messages are deleted, not records: deliveries can be replayed for 30
          days, and pending work can be resent on the page Checks. Messages that arrive later are kept.
        </Text>
      </ConfirmDialog>
    </>
  )
}
