import type { Webhook } from '@replywright/contract/webhooks.ts'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export function WebhookStatus({ webhook: { enabled, disabledReason, health } }: { readonly webhook: Webhook }) {
  if (!enabled && disabledReason === 'consecutive_failures')
    return <StatusBadge tone="bad" icon={IconAlertTriangle} label="Auto-disabled" />
  if (!enabled) return <StatusBadge tone="neutral" icon={IconPlayerPause} label="Disabled" />
  if (health.consecutiveFailures > 0) return <StatusBadge tone="waiting" icon={IconAlertTriangle} label="Failing" />
  return <StatusBadge tone="good" icon={IconCircleCheck} label="Enabled" />
}
