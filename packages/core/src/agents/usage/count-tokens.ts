import type { EpochMs } from '@replywright/contract/time.ts'
import { monthOf } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { AgentCountEntity } from '../agent-entity.ts'
import { openMonth } from './agent-month.ts'

/** The agent whose documents or search a model embedded or read. */
export interface Payer {
  readonly organizationId: string
  readonly agentId: string
}

/** Tokens of a model outside a turn, and their price in millionths of a USD, as far as it is known. */
export interface TokenCost {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly microUsd: number
}

/** Adds what a model cost outside a turn to the counters of its agent in the month of `now`. A failure is logged: the work was done. */
export async function countTokens(
  { organizationId, agentId: id }: Payer,
  { inputTokens, outputTokens, microUsd }: TokenCost,
  now: EpochMs,
): Promise<void> {
  if (inputTokens + outputTokens === 0) return
  const month = monthOf(now)
  const add = async () =>
    (
      await AgentCountEntity.patch({ organizationId, id })
        .add({ inputTokens, outputTokens, microUsd })
        .where((stored, { eq }) => eq(stored.month, month))
        .go({ returnOnConditionCheckFailure: true })
    ).rejected
  try {
    // A deleted agent has no counters.
    if ((await add()) && (await openMonth(organizationId, id, month))) await add()
  } catch (error) {
    logError('tokens.uncounted', error, { agentId: id, inputTokens, outputTokens })
  }
}
