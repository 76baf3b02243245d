import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { words } from './words.ts'

export function WebhookStatus({ webhook: { enabled, disabledReason, health } }: { readonly webhook: Webhook }) {
  if (!enabled && disabledReason === 'consecutive_failures')
    return (
      <StatusBadge tone="bad" icon={IconAlertTriangle}>
        {words.statuses.autoDisabled}
      </StatusBadge>
    )
  if (!enabled)
    return (
      <StatusBadge tone="neutral" icon={IconPlayerPause}>
        {words.statuses.disabled}
      </StatusBadge>
    )
  if (health.consecutiveFailures > 0)
    return (
      <StatusBadge tone="waiting" icon={IconAlertTriangle}>
        {words.statuses.failing}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      {words.statuses.enabled}
    </StatusBadge>
  )
}
