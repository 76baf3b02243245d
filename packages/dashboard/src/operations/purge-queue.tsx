import { Button, Text } from '@mantine/core'
import { purgeDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { queueTitle } from './queue-words.ts'
import { words } from './words.ts'

/** Purges the counted dead letters of a queue. Later messages are kept. */
export function PurgeQueue({ queue, count }: { readonly queue: string; readonly count: number }) {
  const [confirmedCount, setConfirmedCount] = useState<number>()
  const purging = useAction(purgeDeadLetters, {
    onDone: ({ purged, more }) => {
      tell(more ? words.purge.more(purged) : words.purge.purged(purged))
      setConfirmedCount(undefined)
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirmedCount(count)}>
        {words.purge.all}
      </Button>
      <ConfirmDialog
        opened={confirmedCount !== undefined}
        onClose={() => {
          setConfirmedCount(undefined)
          purging.reset()
        }}
        title={words.purge.title(confirmedCount ?? count, queueTitle(queue))}
        confirm={words.purge.all}
        danger
        typed={queue}
        onConfirm={() => purging.mutate({ params: { queue }, body: { count: confirmedCount ?? count } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        <Text size="sm">{words.purge.text}</Text>
      </ConfirmDialog>
    </>
  )
}
