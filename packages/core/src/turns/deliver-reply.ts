import { log } from '../log.ts'
import { DELETE, type MessageFate } from '../queues/message-fate.ts'
import { storedParts } from './compose-reply.ts'
import { readCredits } from './credits.ts'
import { failTurn } from './fail-turn.ts'
import { type AgentCount, finishTurn } from './finish-turn.ts'
import { sendReply } from './send-reply.ts'
import { startsSession, type Work } from './work.ts'

/**
 * Sends the reply that a turn has stored, and ends the turn. A message that the provider refuses is kept as failed and not sent
 * again. While the provider takes no messages the turn fails as it does without a model, and keeps its reply.
 */
export async function deliverReply(work: Work): Promise<MessageFate> {
  const { turn, cause, chat, clock } = work
  const parts = storedParts.parse(turn.reply ?? '[]', turn.format)
  const sending = await sendReply(chat, parts, turn.startedAt, clock)
  if (sending.kind === 'unknown') return { kind: 'keep', visibilitySeconds: sending.seconds }
  if (sending.kind === 'down') return await failTurn(work, sending.error)
  const { sent } = sending
  const agentId = turn.speakerId ?? turn.agentId
  const sessions = sent > 0 && startsSession(work) ? 1 : 0
  await finishTurn(turn, sent, countTurn(turn.credits, { agentId, messages: sent, sessions }), clock())
  log(
    'turn.answered',
    { agentId, covered: turn.covers.length, parts: parts.length, sent, round: turn.round },
    sent > 0 && cause.message ? { TimeToAnswered: clock() - cause.message.takenAt } : {},
  )
  return DELETE
}

/** What a turn adds to its agents' counters: the credits that it used, and what the one that spoke has said. */
export function countTurn(
  credits: string | undefined,
  spoke?: { readonly agentId: string; readonly messages: number; readonly sessions: number },
): AgentCount[] {
  const used = readCredits(credits)
  const agentIds = new Set([...used.keys(), ...(spoke && spoke.messages > 0 ? [spoke.agentId] : [])])
  return [...agentIds].map((agentId) => {
    const { messages, sessions } = agentId === spoke?.agentId ? spoke : { messages: 0, sessions: 0 }
    return { agentId, credits: used.get(agentId) ?? 0, messages, sessions }
  })
}
