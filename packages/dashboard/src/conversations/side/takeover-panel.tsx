import { Button, Group, NativeSelect, Text } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { handBackConversation, takeOverConversation } from '@messaging/contract/takeover.ts'
import { IconHeadset } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { tell, tellError } from '../../ui/tell.ts'
import { useNow } from '../../ui/use-now.ts'
import { remainingText } from '../window-words.ts'

const DURATIONS = [
  { value: '10', label: '10 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '24 hours' },
]

/** Takes over a conversation from the agent for a limited time, and hands it back. */
export function TakeoverPanel({ details: { id, contact, takeover } }: { readonly details: ConversationDetails }) {
  const [minutes, setMinutes] = useState('10')
  const left = useNow((now) => (takeover.until === null ? '' : remainingText(takeover.until, now)))
  const taking = useAction(takeOverConversation, { onDone: () => tell('Taken over. The agent is paused.') })
  const handing = useAction(handBackConversation, { onDone: () => tell('Handed back to the agent') })
  const params = { id }
  const isTakenOver = left !== ''
  return (
    <Panel title="Takeover">
      {isTakenOver ? (
        <Text size="sm" component="div" mb="xs">
          <StatusBadge tone="waiting" icon={IconHeadset}>
            Taken over
          </StatusBadge>{' '}
          <span role="timer">{left}</span> left
        </Text>
      ) : (
        <Text size="sm" c="dimmed" mb="xs">
          Reply yourself. Agent paused until you hand back or the time ends.
        </Text>
      )}
      <Group gap="xs" align="end">
        <NativeSelect
          size="xs"
          aria-label="Duration"
          data={DURATIONS}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant={isTakenOver ? 'default' : 'filled'}
          loading={taking.isPending}
          onClick={() => taking.mutate({ params, body: { durationMinutes: Number(minutes) } }, { onError: tellError })}
        >
          {isTakenOver ? 'Extend' : 'Take over'}
        </Button>
        {isTakenOver && (
          <Button
            size="xs"
            loading={handing.isPending}
            onClick={() => handing.mutate({ params, body: { contact } }, { onError: tellError })}
          >
            Hand back
          </Button>
        )}
      </Group>
    </Panel>
  )
}
