import type { TurnsTest } from '@replywright/contract/agent-tests.ts'
import { judgeTurn } from '@replywright/contract/judge-turn.ts'
import type { ProofTurn, ProvedConversation } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { NO_TOKENS, plus, type Tokens, usdOf } from '../turns/turn-cost.ts'
import { openTestModel } from './ask-test-model.ts'
import { inventedMessage } from './invented-message.ts'
import { judgeReplies } from './judge-replies.ts'
import { matchesWithin } from './matches-within.ts'
import type { Play } from './play.ts'
import { type PlayedTurn, playTurn } from './play-turn.ts'

/** A saved test that was played, and why it did not pass. */
export interface PlayedTest {
  readonly turns: readonly ProofTurn[]
  readonly calls: ProvedConversation['calls']['made']
  readonly reasons: ProvedConversation['reasons']
  /** What the model that judges used. */
  readonly judged: Tokens
}

type Turn = TurnsTest['turns'][number]

/** Plays the customer's turns of a test, and judges the reply to each. `startedAt` is the time of the first message. */
export async function playTest(
  play: Play,
  turns: readonly Turn[],
  { startedAt, signal }: { readonly startedAt: EpochMs; readonly signal: AbortSignal },
): Promise<PlayedTest> {
  const played: ProofTurn[] = []
  const calls: PlayedTest['calls'] = []
  const reasons: PlayedTest['reasons'] = []
  let judged = NO_TOKENS
  for (const [index, turn] of turns.entries()) {
    const said = 'button' in turn ? { text: turn.button.text, buttonId: turn.button.id } : { text: turn.customer }
    const before = { agentId: play.agentId, tokens: play.tokens }
    const done = await playTurn(play, [inventedMessage(play, said, startedAt, index)], signal)
    played.push({
      customer: said.text,
      then: null,
      now: done.now,
      thenBy: null,
      changed: false,
      problem: done.problem,
      files: [],
    })
    calls.push(...done.calls.map((call) => ({ ...call, turn: index })))
    const fail = (text: string) => reasons.push({ turn: index, text })
    if (done.problem !== null) fail(done.problem)
    if (!turn.expect) continue
    const result = resultOf(play, before, done, await knownOf(play))
    for (const reason of judgeTurn(turn.expect, result, matchesWithin)) fail(reason)
    for (const says of turn.expect.says) {
      const { passed, reason, tokens } = await judgeReplies(await openTestModel(), says, result.replies, signal)
      judged = plus(judged, tokens)
      if (!passed) fail(`says ${says}: ${reason}`)
    }
  }
  return { turns: played, calls, reasons, judged }
}

function resultOf(
  play: Play,
  before: Pick<Play, 'agentId' | 'tokens'>,
  { now, calls }: PlayedTurn,
  memory: Readonly<Record<string, unknown>>,
) {
  const countOf = ({ inputTokens, outputTokens }: Tokens) => inputTokens + outputTokens
  return {
    replies: now === '' ? [] : [now],
    calls: calls.map(({ name, arguments: args }) => ({ name, args: JSON.parse(args) })),
    agentIds: [before.agentId, ...(play.agentId === before.agentId ? [] : [play.agentId])],
    memory,
    tokens: countOf(play.tokens) - countOf(before.tokens),
    usd: usdOf(play.tokens) - usdOf(before.tokens),
  }
}

/** Returns what agents know of the customer: values by the name of the memory key. */
async function knownOf({ memory, findAgent }: Play): Promise<Record<string, unknown>> {
  const known: Record<string, unknown> = {}
  for (const [agentId, values] of memory) {
    const keys = (await findAgent(agentId))?.settings.memoryKeys ?? []
    for (const { id, key } of keys) {
      const value = values.get(id)
      if (value !== undefined) known[key] = JSON.parse(value)
    }
  }
  return known
}
