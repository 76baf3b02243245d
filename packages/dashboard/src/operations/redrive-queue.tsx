import { Button, Text } from '@mantine/core'
import { redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { queueTitle } from './queue-words.ts'
import { words } from './words.ts'

/** Redrives all dead letters of a queue to its work queue. */
export function RedriveQueue({ queue, to }: { readonly queue: string; readonly to: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const redriving = useAction(redriveDeadLetters, {
    onDone: () => {
      tell(words.redrive.started)
      setConfirming(false)
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setConfirming(true)}>
        {words.redrive.all}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => {
          setConfirming(false)
          redriving.reset()
        }}
        title={words.redrive.title(queueTitle(queue))}
        confirm={words.redrive.all}
        onConfirm={() => redriving.mutate({ params: { queue }, body: {} })}
        isPending={redriving.isPending}
        error={redriving.error}
      >
        <Text size="sm" mb="xs">
          {words.redrive.text(to)}
        </Text>
        {['deliveries', 'slow-deliveries'].includes(queue) && (
          <Bullets>
            <li>{words.redrive.sameId}</li>
            <li>{words.redrive.noCount}</li>
            <li>{words.redrive.disabled}</li>
          </Bullets>
        )}
      </ConfirmDialog>
    </>
  )
}
