import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentCountEntity } from '../../agents/agent-entity.ts'
import { openMonth } from '../../agents/usage/agent-month.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { expiryAfter, monthOf } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { refusals } from '../../platform/table/transact.ts'
import type { Tokens } from '../turns/turn-cost.ts'
import { fitPart } from './fit-part.ts'
import { failedPart } from './new-part.ts'
import { followingPart } from './plan-parts.ts'
import type { ProofPart, ProofTask } from './proof-body-entity.ts'
import { PART_MESSAGE_DAYS, ProofEntity, type ProofItem, ProofMessageEntity, proofOut } from './proof-entity.ts'
import { ProofPartEntity, storedResult } from './proof-part-entity.ts'
import type { ProvedPart } from './prove-part.ts'

const [PART, COUNT] = [0, 2]

/**
 * Stores the result of a conversation, what it used, and the message of the next one, in one write. A result of a customer who was
 * erased meanwhile is not stored.
 */
export async function storePart(
  proof: ProofItem,
  {
    input,
    parts,
    index,
    part,
  }: {
    readonly input: ProofTask
    readonly parts: readonly ProofPart[]
    readonly index: number
    readonly part: ProofPart
  },
  { result, tokens }: ProvedPart,
  now: EpochMs,
): Promise<void> {
  const { organizationId, agentId, id: proofId, expiresAt } = proof
  const key = { organizationId, agentId, id: proofId }
  const next = followingPart(index, input.parallel, parts.length)
  const month = monthOf(now)
  const write = (shown: ProvedPart['result'], isReal: boolean, isCounted: boolean) =>
    refusals(
      {
        parts: ProofPartEntity,
        proofs: ProofEntity,
        counts: AgentCountEntity,
        messages: ProofMessageEntity,
        conversations: ConversationEntity,
      },
      ({ parts: items, proofs, counts, messages, conversations }) => [
        items
          .create({
            organizationId,
            conversationId: part.conversationId,
            proofId,
            result: JSON.stringify(fitPart(shown)),
            format: storedResult.format,
            expiresAt,
          })
          .commit(),
        proofs
          .patch(key)
          .add({ finished: 1, microUsd: tokens.microUsd ?? 0 })
          .set({ updatedAt: now })
          .commit(),
        ...(isCounted
          ? [
              counts
                .patch({ organizationId, id: agentId })
                .add(used(tokens))
                .where((stored, { gte }) => gte(stored.month, month))
                .commit(),
            ]
          : []),
        ...(isReal
          ? [
              conversations
                .check({ organizationId, id: part.conversationId })
                .where(({ id }, { exists }) => exists(id))
                .commit(),
            ]
          : []),
        ...(next === undefined
          ? []
          : [
              messages
                .create({
                  proofId,
                  part: next,
                  expiresAt: expiryAfter(now, PART_MESSAGE_DAYS),
                  out: proofOut(key, next),
                })
                .commit(),
            ]),
      ],
    )
  let [shown, isReal, isCounted] = [result, part.customer === undefined, tokens.inputTokens > 0]
  for (;;) {
    const refused = await write(shown, isReal, isCounted)
    if (refused.length === 0) return log('proof.part_done', { agentId, part: index, state: shown.state })
    if (refused.includes(PART)) return
    if (isCounted && refused.includes(COUNT)) isCounted = await openMonth(organizationId, agentId, month)
    else if (isReal && refused.includes(isCounted ? COUNT + 1 : COUNT)) {
      shown = failedPart(input, part, 'The customer was erased.')
      isReal = false
    } else return
  }
}

/** Returns what a conversation adds to the counters of the agent. It is no turn of a customer. */
function used({ inputTokens, outputTokens, cachedTokens = 0, microUsd = 0 }: Tokens) {
  return { inputTokens, outputTokens, cachedTokens, microUsd }
}
