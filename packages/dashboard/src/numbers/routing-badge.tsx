import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { IconAlertTriangle, IconFlask, IconInbox, IconRobot, IconWebhook } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { routingState } from './routing-words.ts'

const MODES = {
  agent: { icon: IconRobot, tone: 'good', word: 'Agent' },
  webhook: { icon: IconWebhook, tone: 'good', word: 'Endpoint' },
  sandbox: { icon: IconFlask, tone: 'neutral', word: 'Sandbox' },
  none: { icon: IconInbox, tone: 'neutral', word: 'Stored only' },
} as const

export function RoutingBadge({ number }: { readonly number: BusinessNumber }) {
  const { mode, target } = routingState(number)
  if ((mode === 'agent' || mode === 'webhook') && !target)
    return (
      <StatusBadge tone="bad" icon={IconAlertTriangle}>
        {mode === 'agent' ? 'Agent deleted' : 'Endpoint deleted'}
      </StatusBadge>
    )
  const { icon, tone, word } = MODES[mode]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
