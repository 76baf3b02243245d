import type { Trial } from '@replywright/contract/dashboard/try-agent.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { Message } from '@replywright/contract/messages.ts'
import type { AgentTrial, TrialInput } from '@replywright/contract/trials.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { mediaKind } from '../../channel/fit-content.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import type { InboundFile } from '../../channel/port.ts'
import { connectText, wantedAgent } from '../../conversations/connect-sandbox.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import { homeOf } from '../../conversations/customers/new-conversation.ts'
import { findByContact } from '../../conversations/customers/resolve.ts'
import { MEDIA_CAPABILITY } from '../../conversations/media/media-token.ts'
import { handleInbound } from '../../conversations/messages/handle-inbound.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { messageView } from '../../conversations/messages/message-view.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { expiryAfter, isLive, newId } from '../../platform/clock.ts'
import { InternalError, invalidField, notFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { viewMemory } from '../conversation-details.ts'
import { findTurn, TURN_DAYS } from '../turns/turn-entity.ts'
import { loadSteps, type StoredStep } from '../turns/turn-steps.ts'
import { viewTurns } from '../turns/view-turns.ts'
import { numberOf, requireTrial, stateOf, storeFile, TrialEntity, trialCustomer } from './trial-entity.ts'

const SHOWN = 100
const NAME = 'Trial'

/** An agent as published, or with the fields of its draft. */
interface Tried {
  readonly agentId: string
  readonly draft: boolean
}

/**
 * Sends a text to an agent as a customer on the sandbox number. Each user has a customer for each agent and one for its
 * draft. `now` is in milliseconds.
 * @throws ServiceError 404 for an unknown agent
 */
export async function tryAgent(caller: Caller, tried: Tried, text: string, now: number): Promise<Message> {
  const { organizationId } = caller
  const { agentId, draft } = tried
  await requireAgent(caller, agentId)
  if (wantedAgent({ sandbox: true }, { type: 'text', text }) !== undefined)
    throw invalidField('text', 'names another agent; open that agent to try it')
  const conversation = await findTrial(caller, tried)
  const conversationId =
    conversation?.agentId === undefined ? (await connect(caller, tried, now)).conversationId : conversation.id
  if (draft)
    await TrialEntity.put({
      organizationId,
      conversationId,
      agentId,
      draft,
      expiresAt: expiryAfter(now, TURN_DAYS),
    }).go()
  // Messages sort by their time in milliseconds.
  const sent = await sendAsCustomer(organizationId, { from: customerOf(caller, tried), name: NAME, text }, now + 1)
  return messageView(sent)
}

/** Returns the caller's current trial: messages and turns. @throws ServiceError 404 for an unknown agent */
export async function viewTrial(caller: Caller, tried: Tried, now: number): Promise<Trial> {
  await requireAgent(caller, tried.agentId)
  const conversation = await findTrial(caller, tried)
  if (!conversation) return { conversationId: null, state: 'idle', messages: [], turns: [] }
  const { organizationId, id, sessionId } = conversation
  const [{ data }, { turns, items }, mediaKey] = await Promise.all([
    MessageEntity.query
      .byId({ organizationId, conversationId: id })
      .go({ order: 'desc', limit: SHOWN, consistent: true }),
    viewTurns(conversation),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  const messages = data.filter((message) => message.sessionId === sessionId && isLive(message, now)).toReversed()
  const inSession = new Set(items.filter((turn) => turn.sessionId === sessionId).map((turn) => turn.id))
  return {
    conversationId: id,
    state: stateOf(conversation, messages),
    messages: messages.map((message) => messageView(message, mediaKey)),
    turns: turns.filter((turn) => inSession.has(turn.id)),
  }
}

/** Starts a new session, without the earlier messages. @throws ServiceError 404 for an unknown agent */
export async function restartTrial(caller: Caller, tried: Tried, now: number): Promise<undefined> {
  await requireAgent(caller, tried.agentId)
  if (await findTrial(caller, tried)) await connect(caller, tried, now)
}

async function connect(caller: Caller, tried: Tried, now: number): Promise<MessageItem> {
  return await connectAsCustomer(
    caller.organizationId,
    { from: customerOf(caller, tried), name: NAME },
    tried.agentId,
    now,
  )
}

async function requireAgent({ organizationId }: Caller, agentId: string): Promise<void> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
}

async function findTrial(caller: Caller, tried: Tried): Promise<ConversationItem | null> {
  const sandbox = await findSandbox(caller.organizationId)
  if (!sandbox) return null
  return await findByContact(sandbox, { contactNumber: customerOf(caller, tried) })
}

/** Returns the phone number of the customer that a user plays in the trial of an agent, digits without plus. */
export function customerOf({ userId }: Pick<Caller, 'userId'>, { agentId, draft }: Tried): string {
  return trialCustomer(userId, agentId, ...(draft ? ['draft'] : []))
}

/**
 * Sends a customer's turn to an agent, in a new trial or in `input.trialId`. A repeat with the same `id` sends it once.
 * @throws ServiceError 404 for an unknown agent or trial
 */
export async function sendTurn(
  caller: Caller,
  agentId: string,
  id: string,
  input: TrialInput,
  now: number,
): Promise<AgentTrial> {
  const { text, file, buttonId, trialId, toolResults = {}, draft = false } = input
  const { organizationId } = caller
  await requireAgent(caller, agentId)
  if (wantedAgent({ sandbox: true }, { type: 'text', text }) !== undefined)
    throw invalidField('text', 'names another agent; use the trials of that agent')
  if (trialId !== undefined) {
    if (input.toolResults) throw invalidField('toolResults', 'can be set for a new trial only')
    if (draft) throw invalidField('draft', 'can be set for a new trial only')
    const conversation = await requireTrial(caller, agentId, trialId)
    const sent = { text, buttonId, file: file && (await storeFile(conversation, id, file)), key: id }
    await sendAsCustomer(organizationId, { from: numberOf(conversation), name: NAME, ...sent }, now)
    return await getTrial(caller, agentId, trialId, now)
  }
  const sandbox = await findSandbox(organizationId)
  if (!sandbox) throw notFound('sandbox number')
  const from = trialCustomer(agentId, id)
  const started = homeOf(sandbox, { contactNumber: from })
  await TrialEntity.put({
    organizationId,
    conversationId: started,
    agentId,
    toolResults: stringifyExactJson(toolResults),
    ...(draft && { draft }),
    expiresAt: expiryAfter(now, TURN_DAYS),
  }).go()
  await connectAsCustomer(organizationId, { from, name: NAME, key: `${id}.connect` }, agentId, now)
  // Messages sort by their time in milliseconds.
  const sent = { text, buttonId, file: file && (await storeFile({ organizationId, id: started }, id, file)), key: id }
  await sendAsCustomer(organizationId, { from, name: NAME, ...sent }, now + 1)
  return await getTrial(caller, agentId, started, now)
}

/** @throws ServiceError 404 for an unknown agent or trial */
export async function getTrial(caller: Caller, agentId: string, trialId: string, now: number): Promise<AgentTrial> {
  return await view(await requireTrial(caller, agentId, trialId), now)
}

async function view(conversation: ConversationItem, now: number): Promise<AgentTrial> {
  const { organizationId, id, sessionId } = conversation
  const [{ data }, { turns }, { agents }] = await Promise.all([
    MessageEntity.query
      .byId({ organizationId, conversationId: id })
      .go({ order: 'desc', limit: SHOWN, consistent: true }),
    viewTurns(conversation),
    viewMemory(organizationId, id, now),
  ])
  const messages = data.filter((message) => message.sessionId === sessionId).toReversed()
  const known = agents.flatMap(({ keys }) => keys).filter(({ value }) => value !== null)
  return {
    id,
    state: stateOf(conversation, messages),
    messages: messages.map((message) => ({
      id: message.id,
      role: message.direction === 'inbound' ? ('customer' as const) : ('agent' as const),
      type: message.type,
      text: message.text,
    })),
    turns,
    memory: Object.fromEntries(known.map(({ key, value }) => [key, JSON.parse(value ?? 'null')])),
  }
}

interface CustomerText {
  /** The organisation's sandbox number, digits without plus. @default the one it has */
  readonly number?: string
  /** The customer's number, digits without plus. The provider does not check it. */
  readonly from: string
  readonly name?: string
  readonly text: string
  /** A file below `MEDIA_PREFIX` that the customer sends with the text. */
  readonly file?: InboundFile | undefined
  /** The id of the tapped button. */
  readonly buttonId?: string | undefined
  /** Names the message, so that a repeat is stored once. @default a new id */
  readonly key?: string
}

/**
 * Stores a customer's text on the sandbox number as if the provider had delivered it. Returns the stored message.
 * @throws ServiceError 400 for a number that is not the organisation's sandbox number
 */
export async function sendAsCustomer(
  organizationId: string,
  { number, from, name, text, file, buttonId, key = newId() }: CustomerText,
  now: number,
): Promise<MessageItem> {
  const sandbox = await findSandbox(organizationId)
  if (!sandbox || (number !== undefined && number !== sandbox.number))
    throw invalidField('number', 'must be the sandbox number of your organisation')
  const stored = await handleInbound(
    {
      phoneNumberId: sandbox.phoneNumberId,
      waId: `sandbox.${from}.${key}`,
      sentAt: now,
      contactNumber: from,
      contactUserId: undefined,
      contactName: name,
      type: file ? mediaKind(file.mimeType) : buttonId === undefined ? 'text' : 'interactive',
      text,
      media: file ? [file] : [],
      quickReplyId: buttonId,
      referral: undefined,
      detail: undefined,
      fromCustomer: true,
      opensWindow: true,
    },
    now,
  )
  if (!stored) throw new InternalError(`sandbox number ${sandbox.phoneNumberId} was deleted`)
  return stored
}

/** Connects a customer on the sandbox number to an agent. Returns the stored message that requested it. */
export async function connectAsCustomer(
  organizationId: string,
  customer: Omit<CustomerText, 'text'>,
  agentId: string,
  now: number,
): Promise<MessageItem> {
  return await sendAsCustomer(organizationId, { ...customer, text: connectText(agentId) }, now)
}

/** Returns the sandbox number of an organisation, or undefined if it does not exist. */
export async function findSandbox(organizationId: string): Promise<NumberItem | undefined> {
  return (await listNumbers(organizationId)).find(({ sandbox }) => sandbox)
}

/** The agent's response to a customer's message so far. */
export interface Answer {
  /** Whether no more messages follow: the message was answered or seen, or retries of the model are exhausted. */
  readonly over: boolean
  /** Whether retries of the model are exhausted. */
  readonly failed: boolean
  /** Messages to the customer after this message, in order. */
  readonly messages: readonly MessageItem[]
  /** The agent's steps in the turn; empty while there is no answer. */
  readonly steps: readonly StoredStep[]
}

export async function getAnswer({ organizationId, conversationId, id, takenAt }: MessageItem): Promise<Answer> {
  const conversation = await findConversation(organizationId, conversationId)
  const { data: asked } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!asked) throw new InternalError(`message ${id} was deleted`)
  const { data: later } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .gt({ id })
    .go({ pages: 'all', consistent: true })
  const turn = asked.turnId ? await findTurn({ organizationId, conversationId, id: asked.turnId }) : null
  const failed = awaitsAnswer(asked) && (conversation?.humanNeededSince ?? 0) >= takenAt
  return {
    over: failed || !awaitsAnswer(asked),
    failed,
    messages: later.filter(({ direction }) => direction === 'outbound'),
    steps: turn ? await loadSteps(turn) : [],
  }
}
