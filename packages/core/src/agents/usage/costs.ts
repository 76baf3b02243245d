import type { EpochMs } from '@replywright/contract/time.ts'
import type { Usd } from '@replywright/contract/usd.ts'

/**
 * What AWS charges for one of each, in millionths of a USD: a reply of an agent with the customer's message, a message of a person or
 * the API, which is a reply without the wait for its model, and a message of a customer. These are the figures of a realistic month in
 * `docs/performance.md`, which a test compares: us-east-1, with storage until the message expires and the write of the bill. Fixed costs are
 * not in it.
 */
export const AWS_MICRO_USD = { answered: 41, sent: 19, received: 12 } as const

/** Parts of a cost in millionths of a USD. */
export interface Parts {
  readonly provider: number
  /** Delivered messages without a known price. */
  readonly unpriced: number
  readonly model: number
  readonly aws: number
}

export const NO_PARTS: Parts = { provider: 0, unpriced: 0, model: 0, aws: 0 }

/** Returns two costs together. */
export function plusParts(one: Parts, other: Parts): Parts {
  return {
    provider: one.provider + other.provider,
    unpriced: one.unpriced + other.unpriced,
    model: one.model + other.model,
    aws: one.aws + other.aws,
  }
}

/** Returns the sum of a cost in millionths of a USD, as far as it is known. */
export function sumOf({ provider, model, aws }: Parts): number {
  return provider + model + aws
}

/** Returns a cost as the API shows it. The provider's part is null if it has no known price. */
export function viewUsd({ provider, unpriced, model, aws }: Parts): Usd {
  return {
    provider: provider === 0 && unpriced > 0 ? null : usdText(provider),
    model: usdText(model),
    aws: usdText(aws),
  }
}

/** Returns a price as the API shows it: a decimal with six places. */
export function usdText(microUsd: number): string {
  return (microUsd / 1_000_000).toFixed(6)
}

/** What the cost of a message derives from. */
interface Costly {
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
