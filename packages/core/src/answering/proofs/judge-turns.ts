import type { ProvedConversation, Verdict } from '@replywright/contract/proofs.ts'
import { NO_TOKENS, plus, type Tokens } from '../turns/turn-cost.ts'
import { type AskTestModel, openTestModel } from './ask-test-model.ts'
import { judgeReplies } from './judge-replies.ts'

/** Judges replies by the criteria of a proof: those of now, and those of then if the agent replied. */
export async function judgeTurns(
  criteria: readonly string[],
  turns: readonly ProvedConversation['turns'][number][],
  signal: AbortSignal,
  opened?: AskTestModel,
): Promise<{ readonly verdicts: Verdict[]; readonly tokens: Tokens }> {
  if (criteria.length === 0) return { verdicts: [], tokens: NO_TOKENS }
  const ask = opened ?? (await openTestModel())
  const then = turns.flatMap((turn) => (turn.thenBy === 'agent' && turn.then ? [turn.then] : []))
  const now = turns.map((turn) => turn.now)
  const verdicts: Verdict[] = []
  let tokens = NO_TOKENS
  for (const criterion of criteria) {
    const judgedNow = await judgeReplies(ask, criterion, now, signal)
    const judgedThen = then.length === 0 ? undefined : await judgeReplies(ask, criterion, then, signal)
    tokens = plus(plus(tokens, judgedNow.tokens), judgedThen?.tokens ?? NO_TOKENS)
    verdicts.push({
      criterion,
      then: judgedThen?.passed ?? null,
      now: judgedNow.passed,
      reason: judgedNow.reason,
    })
  }
  return { verdicts, tokens }
}

/** Returns the verdicts that failed, as reasons of the conversation. */
export function failedVerdicts(verdicts: readonly Verdict[]): ProvedConversation['reasons'] {
  return verdicts
    .filter(({ now }) => !now)
    .map(({ criterion, reason }) => ({ turn: null, text: `“${criterion}” is not met: ${reason}` }))
}
