import type { EpochMs } from '@replywright/contract/time.ts'
import { messageText } from '../turns/message-text.ts'
import { NO_TOKENS, plus, usdOf } from '../turns/turn-cost.ts'
import { failedVerdicts, judgeTurns } from './judge-turns.ts'
import { loadRecorded } from './load-recorded.ts'
import { failedPart, queuedPart } from './new-part.ts'
import { asksForHuman } from './play-turn.ts'
import type { ExamTask, ProofPart } from './proof-body-entity.ts'
import type { ProvedPart } from './prove-part.ts'

/** Judges a real conversation as it was, by the criteria of an exam. No model of the agent is called. */
export async function judgeSampled(
  {
    organizationId,
    signal,
    now,
  }: { readonly organizationId: string; readonly signal: AbortSignal; readonly now: EpochMs },
  input: ExamTask,
  part: ProofPart,
): Promise<ProvedPart> {
  const loaded = await loadRecorded(organizationId, part.conversationId, input, now)
  if ('problem' in loaded) return { result: failedPart(input, part, loaded.problem), tokens: NO_TOKENS }
  const { plan } = loaded
  const turns = plan.turns.map(({ messages, agent, human }) => {
    const then = [...agent, ...human].join('\n')
    return {
      customer: messages.map(messageText).join('\n'),
      then,
      now: then,
      thenBy: agent.length > 0 ? ('agent' as const) : human.length > 0 ? ('human' as const) : null,
      changed: false,
      problem: null,
      files: [],
    }
  })
  const calls = plan.turns.flatMap((turn, index) =>
    turn.calls.map(({ name, args }) => ({
      name,
      arguments: JSON.stringify(args),
      turn: index,
      result: 'recorded' as const,
    })),
  )
  const said = turns.map((turn) => (turn.thenBy === 'agent' ? turn : { ...turn, now: '' }))
  const isSilent = said.every((turn) => turn.now === '')
  // A conversation in which only people wrote says nothing about the agent.
  const { verdicts, tokens } = isSilent
    ? { verdicts: [], tokens: NO_TOKENS }
    : await judgeTurns(
        input.criteria,
        said.map((turn) => ({ ...turn, then: null })),
        signal,
      )
  const handedOver = asksForHuman(calls)
  const used = plan.turns.map((turn) => turn.tokens).reduce(plus, NO_TOKENS)
  const reasons = failedVerdicts(verdicts)
  return {
    tokens,
    result: {
      ...queuedPart(input, part),
      state: 'done',
      turns,
      calls: { added: [], lost: [], made: calls },
      handedOver: { then: handedOver, now: handedOver },
      verdicts: verdicts.map((verdict) => ({ ...verdict, then: verdict.now })),
      tokens: { then: used.inputTokens + used.outputTokens, now: 0 },
      usd: { then: usdOf(used), now: 0 },
      passed: reasons.length === 0,
      reasons,
    },
  }
}
