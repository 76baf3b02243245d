import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { IconAlertTriangle, IconFlask, IconInbox, IconRobot, IconWebhook } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { routingState } from './routing-words.ts'

const MODE_NAMES = {
  agent: 'Agent',
  webhook: 'Endpoint',
  sandbox: 'Sandbox',
  none: 'Stored only',
  agentDeleted: 'Agent deleted',
  endpointDeleted: 'Endpoint deleted',
}

const MODES = {
  agent: { icon: IconRobot, tone: 'good' },
  webhook: { icon: IconWebhook, tone: 'good' },
  sandbox: { icon: IconFlask, tone: 'neutral' },
  none: { icon: IconInbox, tone: 'neutral' },
} as const

export function RoutingBadge({ number }: { readonly number: BusinessNumber }) {
  const { mode, target } = routingState(number)
  if ((mode === 'agent' || mode === 'webhook') && !target)
    return (
      <StatusBadge
        tone="bad"
        icon={IconAlertTriangle}
        label={mode === 'agent' ? 'Agent deleted' : 'Endpoint deleted'}
      />
    )
  return <StatusBadge {...MODES[mode]} label={MODE_NAMES[mode]} />
}
