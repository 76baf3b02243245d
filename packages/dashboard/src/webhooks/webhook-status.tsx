import type { Webhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export function WebhookStatus({ webhook: { enabled, disabledReason, health } }: { readonly webhook: Webhook }) {
  if (!enabled && disabledReason === 'consecutive_failures')
    return (
      <StatusBadge tone="bad" icon={IconAlertTriangle}>
        Auto-disabled
      </StatusBadge>
    )
  if (!enabled)
    return (
      <StatusBadge tone="neutral" icon={IconPlayerPause}>
        Disabled
      </StatusBadge>
    )
  if (health.consecutiveFailures > 0)
    return (
      <StatusBadge tone="waiting" icon={IconAlertTriangle}>
        Failing
      </StatusBadge>
    )
  return (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      Enabled
    </StatusBadge>
  )
}
