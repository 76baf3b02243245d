import { redriveDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { queueTitle } from './queue-words.ts'

/** Redrives all dead letters of a queue to its work queue. */
export function RedriveQueue({ queue, to }: { readonly queue: string; readonly to: string }) {
  return (
    <ActionButton
      button={{ label: 'Redrive all', size: 'xs', variant: 'filled' }}
      endpoint={redriveDeadLetters}
      input={{ params: { queue }, body: {} }}
      title={`Redrive all dead letters of ${queueTitle(queue)}?`}
      confirm="Redrive all"
      done="Redrive started"
    >
      SQS moves them back to the queue {to}, where they are retried. Fix the cause and redrive one message first.
      {queue === 'deliveries' && (
        <Bullets>
          <li>A delivery keeps its ID, so endpoints can ignore duplicates.</li>
          <li>Failures do not count towards auto-disabling the endpoint.</li>
          <li>Deliveries to a disabled endpoint fail immediately. Enable the endpoint first.</li>
        </Bullets>
      )}
    </ActionButton>
  )
}
