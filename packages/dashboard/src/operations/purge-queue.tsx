import { Button, Text } from '@mantine/core'
import { purgeDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Throws the dead letters of a queue away, as many as were told; what comes meanwhile stays. */
export function PurgeQueue({ queue, count }: { readonly queue: string; readonly count: number }) {
  const [asked, setAsked] = useState<number>()
  const purging = useAction(purgeDeadLetters, {
    onDone: ({ purged, more }) => {
      tell(more ? `${purged} thrown away. There was no time for all: purge again.` : `${purged} thrown away.`)
      setAsked(undefined)
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked(count)}>
        Purge all
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => {
          setAsked(undefined)
          purging.reset()
        }}
        title={`Throw ${asked ?? count} dead letters of ${queue} away?`}
        confirm="Purge all"
        danger
        typed={queue}
        onConfirm={() => purging.mutate({ params: { queue }, body: { count: asked ?? count } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        <Text size="sm">
          They cannot be redriven any more. Only messages go, never records: deliveries can be replayed for 30 days, and{' '}
          <code>npm run ops -- reconcile</code> sends again what is still to be done. What comes meanwhile stays.
        </Text>
      </ConfirmDialog>
    </>
  )
}
