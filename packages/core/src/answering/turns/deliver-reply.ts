import { advanceToOutbound } from '../../conversations/messages/advance-outbound.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { log } from '../../platform/log/log.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/fate.ts'
import { storedParts } from './compose-reply.ts'
import { readCredits } from './credits.ts'
import { failTurn } from './fail-turn.ts'
import { type AgentCount, finishTurn } from './finish-turn.ts'
import { sendReply } from './send-reply.ts'
import { NO_TOKENS, readTokens } from './tokens.ts'
import { costAfter } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import { startsSession, type Work } from './work.ts'

/**
 * Sends the stored reply of a turn and ends the turn. A message that the provider rejects is stored as failed and not
 * sent again. While the provider is down the turn fails as without a model, and keeps its reply.
 */
export async function deliverReply(work: Work): Promise<Fate> {
  const { turn, cause, chat, isFresh = false, said, clock } = work
  const parts = storedParts.parse(turn.reply ?? '[]', turn.format)
  const stored: MessageItem[] = []
  let accepted = 0
  const sending = await sendReply(
    chat,
    parts,
    {
      startedAt: turn.startedAt,
      isFresh,
      onStored: (message) => stored.push(message),
      onAccepted: () => {
        accepted += 1
      },
    },
    clock,
  )
  if (sending.kind !== 'done') {
    await advanceToOutbound(chat.conversation, stored)
    return sending.kind === 'unknown' ? keep(sending.seconds) : await failTurn(work, sending.error)
  }
  const { sent } = sending
  const agentId = turn.speakerId ?? turn.agentId
  const cost = costAfter(chat.conversation.cost, turn)
  const end = { answeredSession: sent.length > 0 ? turn.sessionId : undefined, cost }
  await advanceToOutbound(chat.conversation, sent, end, stored.length)
  const count = { agentId, messages: sent.length, sessions: sent.length > 0 && begins(work) ? 1 : 0 }
  await finishTurn(turn, cause, countTurn(turn, count), clock())
  log(
    'turn.answered',
    {
      agentId,
      covered: turn.covers.length,
      parts: parts.length,
      sent: sent.length,
      round: turn.round,
      steps: said?.steps,
      calls: said?.calls,
      inputTokens: said?.last?.usage.inputTokens,
      outputTokens: said?.last?.usage.outputTokens,
      modelMs: said?.last?.durationMs,
      ...(accepted > 0 && { outcome: 'accepted' }),
    },
    {
      ...(accepted > 0 && { MessagesSent: accepted }),
      ...(sent.length > 0 && cause.message && { TimeToAnswered: clock() - cause.message.takenAt }),
    },
  )
  return DELETE
}

/** Returns whether the reply is its session's first. After exhausted retries, another turn may have started it. */
function begins(work: Work): boolean {
  const { begins = startsSession(work), givenUpAt } = work.turn
  return begins && (givenUpAt === undefined || startsSession(work))
}

/** Returns what each agent of a turn used, and the messages and sessions of the agent that answered. */
export function countTurn(
  { credits, tokens }: Pick<TurnItem, 'credits' | 'tokens'>,
  spoke?: { readonly agentId: string; readonly messages: number; readonly sessions: number },
): AgentCount[] {
  const [used, read] = [readCredits(credits), readTokens(tokens)]
  const agentIds = new Set([...used.keys(), ...read.keys(), ...(spoke && spoke.messages > 0 ? [spoke.agentId] : [])])
  return [...agentIds].map((agentId) => {
    const { messages, sessions } = agentId === spoke?.agentId ? spoke : { messages: 0, sessions: 0 }
    return { agentId, credits: used.get(agentId) ?? 0, messages, sessions, ...(read.get(agentId) ?? NO_TOKENS) }
  })
}
