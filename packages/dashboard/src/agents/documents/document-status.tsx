import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

const SIGNS = {
  pending: { tone: 'waiting', icon: IconClock, word: 'Waiting' },
  processing: { tone: 'waiting', icon: IconLoader, word: 'Being read' },
  ready: { tone: 'good', icon: IconCircleCheck, word: 'Ready' },
  error: { tone: 'bad', icon: IconAlertTriangle, word: 'Error' },
} as const

/** What came of reading a document. */
export function DocumentStatus({ status }: Pick<AgentDocument, 'status'>) {
  const { tone, icon, word } = SIGNS[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
