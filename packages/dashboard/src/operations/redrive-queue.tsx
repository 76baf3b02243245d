import { Button, Text } from '@mantine/core'
import { redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { queueTitle } from './queue-words.ts'

/** Redrives all dead letters of a queue to its work queue. */
export function RedriveQueue({ queue, to }: { readonly queue: string; readonly to: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const redriving = useAction(redriveDeadLetters, {
    onDone: () => {
      tell('Redrive started')
      setConfirming(false)
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setConfirming(true)}>
        Redrive all
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => {
          setConfirming(false)
          redriving.reset()
        }}
        title={`Redrive all dead letters of ${queueTitle(queue)}?`}
        confirm="Redrive all"
        onConfirm={() => redriving.mutate({ params: { queue }, body: {} })}
        isPending={redriving.isPending}
        error={redriving.error}
      >
        <Text size="sm" mb="xs">
          SQS moves them back to the queue {to}, where they are retried. Fix the cause and redrive one message first.
        </Text>
        {['deliveries', 'slow-deliveries'].includes(queue) && (
          <Bullets>
            <li>A delivery keeps its ID, so endpoints can ignore duplicates.</li>
            <li>Failures do not count towards auto-disabling the endpoint.</li>
            <li>Deliveries to a disabled endpoint fail immediately. Enable the endpoint first.</li>
          </Bullets>
        )}
      </ConfirmDialog>
    </>
  )
}
