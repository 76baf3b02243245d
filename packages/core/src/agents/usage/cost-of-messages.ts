import type { EpochMs } from '@replywright/contract/time.ts'
import { AWS_MICRO_USD, NO_PARTS, type Parts, plusParts } from './usd.ts'

/** What the cost of a message derives from. */
export interface Costly {
  readonly direction: 'inbound' | 'outbound'
  readonly role?: 'assistant' | 'human' | undefined
  readonly status?: string | undefined
  readonly billedAt?: EpochMs | undefined
  readonly microUsd?: number | undefined
  readonly modelMicroUsd?: number | undefined
}

/** Returns what one message cost. A delivered message that is not billed yet has no known price. */
export function costOfMessage(message: Costly): Parts {
  const { direction, role, status, microUsd = 0, modelMicroUsd = 0 } = message
  if (direction === 'inbound') return { ...NO_PARTS, aws: AWS_MICRO_USD.received }
  const hasArrived = status === 'delivered' || status === 'read'
  return {
    provider: microUsd,
    unpriced: hasArrived && message.microUsd === undefined ? 1 : 0,
    model: modelMicroUsd,
    aws: role === 'assistant' ? AWS_MICRO_USD.answered - AWS_MICRO_USD.received : AWS_MICRO_USD.sent,
  }
}

/** Returns what messages cost together. */
export function costOfMessages(messages: readonly Costly[]): Parts {
  return messages.map(costOfMessage).reduce(plusParts, NO_PARTS)
}
