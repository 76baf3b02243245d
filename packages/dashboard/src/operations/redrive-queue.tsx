import { Button, Text } from '@mantine/core'
import { redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Sends every dead letter of a queue back to where it came from. */
export function RedriveQueue({ queue, to }: { readonly queue: string; readonly to: string }) {
  const [isAsking, setAsking] = useState(false)
  const redriving = useAction(redriveDeadLetters, {
    onDone: () => {
      tell('The redrive began.')
      setAsking(false)
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        Redrive all
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false)
          redriving.reset()
        }}
        title={`Redrive all dead letters of ${queue}?`}
        confirm="Redrive all"
        onConfirm={() => redriving.mutate({ params: { queue }, body: {} })}
        isPending={redriving.isPending}
        error={redriving.error}
      >
        <Text size="sm" mb="xs">
          SQS moves them back to the queue {to}, where they are tried again. Mend the cause first; try one of them
          before all.
        </Text>
        {queue === 'deliveries' && (
          <Bullets>
            <li>A delivery keeps its id: an endpoint that got it drops the repeat.</li>
            <li>It does not count towards disabling the endpoint.</li>
            <li>For an endpoint that is disabled it fails at once: enable that first.</li>
          </Bullets>
        )}
      </ConfirmDialog>
    </>
  )
}
