import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

const STATUSES = {
  pending: { tone: 'waiting', icon: IconClock, word: 'Pending' },
  processing: { tone: 'waiting', icon: IconLoader, word: 'Processing' },
  ready: { tone: 'good', icon: IconCircleCheck, word: 'Ready' },
  error: { tone: 'bad', icon: IconAlertTriangle, word: 'Error' },
} as const

export function DocumentStatus({ status }: Pick<AgentDocument, 'status'>) {
  const { tone, icon, word } = STATUSES[status]
  return <StatusBadge tone={tone} icon={icon} label={word} />
}
