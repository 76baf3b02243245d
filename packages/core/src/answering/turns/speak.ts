import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import type { OutboundContent } from '../../channel/provider/compose-message.ts'
import { capabilityKey } from '../../channel/provider/provider-settings.ts'
import { MEDIA_CAPABILITY, mediaUrl } from '../../conversations/media/media-token.ts'
import { advanceToOutbound } from '../../conversations/messages/advance-outbound.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { log } from '../../platform/log/log.ts'
import { DELETE, type Fate } from '../../platform/queues/fate.ts'
import { settings } from '../../platform/settings.ts'
import { isSilent } from '../wake-ups/judge-wake-up.ts'
import { buildHistory, type History, type Transcript } from './build-history.ts'
import { composeReply, type ReplyPart } from './compose-reply.ts'
import { converse, type Said } from './converse.ts'
import { addCredits } from './credits.ts'
import { countTurn, deliverReply } from './deliver-reply.ts'
import { failTurn } from './fail-turn.ts'
import { finishTurn } from './finish-turn.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { greeting } from './greeting.ts'
import { judgeTurn } from './judge-turn.ts'
import { openChat, reopenChat } from './open-chat.ts'
import { mayStartOver } from './plan-retry.ts'
import { waitUntilQuiet } from './quiet.ts'
import { agentInForce } from './speaker.ts'
import { addTokens } from './tokens.ts'
import { costAfter } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import { writeTurn } from './turn-store.ts'
import { startsSession, type Work } from './work.ts'

/** Creates the agent's reply, stores it, sends it and ends the turn. */
export async function speak(work: Work): Promise<Fate> {
  let current = work
  while (current.turn.reply === undefined) {
    const next = await makeReply(current)
    if ('kind' in next) return next
    current = next
  }
  return await deliverReply(current)
}

/** Returns the work with a stored reply, the work of a new round, or the fate of a turn without a reply. */
async function makeReply(work: Work): Promise<Work | Fate> {
  const { agent, instruction, clock } = work
  let { turn } = work
  const begin = async () => {
    if (turn.version === 0) turn = await writeTurn(turn, {})
    return turn
  }
  const first = startsSession(work) ? greeting(agent.settings) : []
  const said = await converse({
    ...work,
    begin,
    history: historyOf(work),
    greeting: first.map(({ text }) => text).join('\n'),
  }).catch((error: unknown) => {
    if (error instanceof ModelDownError || error instanceof ModelRefusedError) return error
    throw error
  })
  if (said instanceof Error) return await failTurn({ turn, clock }, said)
  const begun = { ...work, turn }
  const fresh = await reopenChat(work.chat, work.cause)
  const reason = silence(fresh, clock())
  if (!fresh || reason) return await endSilent(begun, said, reason)
  const transcript = await transcriptNow(work, fresh)
  const overtaken =
    fresh.conversation.sessionId !== turn.sessionId || awaitingIds(transcript).some((id) => !turn.covers.includes(id))
  if (overtaken && mayStartOver({ ...turn, changedOutside: said.changedOutside, now: clock() })) {
    const over = instruction ? await endSilent(begun, said, 'customer_wrote') : await startOver(begun, transcript, said)
    if (over) return over
  }
  const nothing = instruction !== undefined && isSilent(said.text)
  const parts = await composeParts(begun, nothing ? { ...said, text: '' } : said, first)
  const change = {
    reply: JSON.stringify(parts),
    ...(said.agentId !== turn.agentId && { speakerId: said.agentId }),
    ...(said.last && { saidAt: said.last.at, saidMs: said.last.durationMs }),
    begins: startsSession(work),
    ...usedBy(turn, said),
    tries: 0,
  }
  return { ...work, chat: fresh, turn: await writeTurn(turn, change), isFresh: true, said }
}

/** Returns the history, with the instruction of a wake-up as the last user message. */
function historyOf({ transcript, turn, instruction }: Work): History {
  const history = buildHistory(transcript, turn.covers)
  if (instruction === undefined) return history
  return { ...history, messages: [...history.messages, { role: 'user', text: instruction }] }
}

async function endSilent({ turn, cause, chat, clock }: Work, said: Said, reason: string | undefined): Promise<Fate> {
  const used = { ...turn, ...usedBy(turn, said) }
  const cost = costAfter(chat.conversation.cost, used)
  await advanceToOutbound(chat.conversation, [], { answeredSession: undefined, cost })
  await finishTurn(turn, cause, countTurn(used), clock())
  log('turn.silent', { reason, calls: said.calls })
  return DELETE
}

/** Returns what the rounds of a turn have used, with those of the last one. */
function usedBy({ credits, tokens }: TurnItem, said: Said): Pick<TurnItem, 'credits' | 'tokens'> {
  return { credits: addCredits(credits, said.credits), tokens: addTokens(tokens, said.tokens) }
}

/** Returns why no answer may be sent now, or undefined. */
function silence(chat: Chat | undefined, now: number): string | undefined {
  if (!chat) return 'routed_away'
  const { conversation, number } = chat
  const judgement = judgeTurn(conversation, number, { windowSeconds: settings.SERVICE_WINDOW_SECONDS, now })
  return judgement.kind === 'silent' ? judgement.reason : undefined
}

/** Reads the transcript again only if `inboundSeq` shows a new message. */
async function transcriptNow({ chat, cause, transcript, clock }: Work, fresh: Chat): Promise<Transcript> {
  if (fresh.conversation.inboundSeq === chat.conversation.inboundSeq) return transcript
  return await getTranscript(fresh.conversation, cause.message, clock())
}

/** Starts another round with all messages when the customer is quiet. Returns undefined if there is no agent. */
async function startOver(work: Work, latest: Transcript, said: Said): Promise<Work | undefined> {
  const { turn, cause, clock } = work
  const fresh = await openChat(await waitUntilQuiet(cause, latest.messages.at(-1)?.takenAt ?? clock(), clock), cause)
  const agent = fresh && (await agentInForce(fresh))
  if (!agent) return undefined
  const transcript = await getTranscript(fresh.conversation, cause.message, clock())
  const round = turn.round + 1
  log('turn.overtaken', { round, calls: said.calls })
  const change = {
    round,
    sessionId: fresh.conversation.sessionId,
    agentId: agent.head.id,
    covers: awaitingIds(transcript),
    ...usedBy(turn, said),
    tries: 0,
  }
  const begun = turn.version === 0 ? { ...turn, ...change } : await writeTurn(turn, change)
  return { ...work, turn: begun, chat: fresh, agent, transcript, steps: [] }
}

async function composeParts(
  { turn, clock }: Work,
  { files, text }: Said,
  first: readonly OutboundContent[],
): Promise<ReplyPart[]> {
  const { organizationId, conversationId, id: turnId, covers } = turn
  const key = files.length > 0 ? await capabilityKey(MEDIA_CAPABILITY, clock()) : undefined
  return composeReply(
    { greeting: first, files, text },
    { organizationId, conversationId, turnId, covers, now: clock() },
    (place) => (key ? mediaUrl(place, key) : ''),
  )
}
