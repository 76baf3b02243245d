import { monthOf } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { AgentCountEntity } from '../agent-entity.ts'
import { openMonth } from './usage.ts'

/** The agent whose documents or search were embedded. */
export interface Payer {
  readonly organizationId: string
  readonly agentId: string
}

/** Tokens of the embedding model, and their price in millionths of a USD, as far as it is known. */
export interface EmbeddingCost {
  readonly tokens: number
  readonly microUsd: number
}

/** Adds what an embedding cost to the counters of its agent in the month of `now`. A failure is logged: the text was embedded. */
export async function countEmbedding(
  { organizationId, agentId: id }: Payer,
  { tokens, microUsd }: EmbeddingCost,
  now: number,
): Promise<void> {
  if (tokens === 0) return
  const month = monthOf(now)
  const add = async () =>
    (
      await AgentCountEntity.patch({ organizationId, id })
        .add({ inputTokens: tokens, microUsd })
        .where((stored, { eq }) => eq(stored.month, month))
        .go({ returnOnConditionCheckFailure: true })
    ).rejected
  try {
    // A deleted agent has no counters.
    if ((await add()) && (await openMonth(organizationId, id, month))) await add()
  } catch (error) {
    logError('embedding.uncounted', error, { agentId: id, tokens })
  }
}
