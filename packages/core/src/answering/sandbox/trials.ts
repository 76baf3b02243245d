import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Trial, TrialInput } from '@replywright/contract/trials.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { mediaKind } from '../../channel/fit-content.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import type { InboundFile } from '../../channel/port.ts'
import { connectText, wantedAgent } from '../../conversations/connect-sandbox.ts'
import { type ConversationItem, findConversation } from '../../conversations/conversation-entity.ts'
import { homeOf } from '../../conversations/customers/new-conversation.ts'
import { findByContact } from '../../conversations/customers/resolve.ts'
import { copyKey } from '../../conversations/media/media-keys.ts'
import { MEDIA_CAPABILITY } from '../../conversations/media/media-token.ts'
import { handleInbound } from '../../conversations/messages/handle-inbound.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { messageView } from '../../conversations/messages/message-view.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { isLive, newId } from '../../platform/clock.ts'
import { InternalError, invalidField, notFound } from '../../platform/errors.ts'
import { putObject } from '../../platform/objects/objects.ts'
import type { Caller } from '../../platform/request.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { viewMemory } from '../conversation-details.ts'
import { findTurn } from '../turns/turn-entity.ts'
import { loadSteps, type StoredStep } from '../turns/turn-steps.ts'
import { viewTurns } from '../turns/view-turns.ts'
import { numberOf, requireTrial, storeTrial, trialCustomer } from './trial-entity.ts'

const SHOWN = 100
const NAME = 'Trial'

/**
 * Sends a customer's turn to an agent, in a new trial or in `input.trialId`. A repeat with the same `id` sends it once.
 * @throws ServiceError 404 for an unknown agent or trial
 */
export async function sendTurn(
  caller: Caller,
  agentId: string,
  id: string,
  input: TrialInput,
  now: EpochMs,
): Promise<Trial> {
  const { text, file, buttonId, trialId } = input
  const { organizationId } = caller
  await requireAgent(caller, agentId)
  if (wantedAgent({ sandbox: true }, { type: 'text', text }) !== undefined)
    throw invalidField('text', 'names another agent; try that agent instead')
  if (trialId !== undefined) {
    if (input.toolResults) throw invalidField('toolResults', 'can be set for a new trial only')
    if (input.draft) throw invalidField('draft', 'can be set for a new trial only')
  }
  const { conversationId, from } = await openTrial(caller, agentId, id, input, now)
  const sent = file && (await storeFile({ organizationId, id: conversationId }, id, file))
  // Messages sort by their time in milliseconds.
  await sendAsCustomer(organizationId, { from, name: NAME, text, buttonId, file: sent, key: id }, now + 1)
  return await getTrial(caller, agentId, trialId ?? conversationId, now + 1)
}

/** Returns the conversation of a trial and the number of its customer, who is connected to the agent. */
async function openTrial(
  caller: Caller,
  agentId: string,
  id: string,
  { trialId, toolResults = {}, draft = false }: Pick<TrialInput, 'trialId' | 'toolResults' | 'draft'>,
  now: EpochMs,
): Promise<{ readonly conversationId: string; readonly from: string }> {
  const { organizationId } = caller
  const own = ownCustomer(caller, agentId, trialId)
  if (own !== undefined) {
    const found = await findOwn(organizationId, own)
    const conversationId = found?.agentId === undefined ? await connect(organizationId, own, agentId, now) : found.id
    if (trialId === 'own-draft') await storeTrial({ organizationId, conversationId, agentId, draft: true }, now)
    return { conversationId, from: own }
  }
  if (trialId !== undefined)
    return { conversationId: trialId, from: numberOf(await requireTrial(caller, agentId, trialId)) }
  const sandbox = await findSandbox(organizationId)
  if (!sandbox) throw notFound('sandbox number')
  const from = trialCustomer(agentId, id)
  const trial = { organizationId, conversationId: homeOf(sandbox, { contactNumber: from }), agentId }
  await storeTrial({ ...trial, toolResults: stringifyExactJson(toolResults), ...(draft && { draft }) }, now)
  await connectAsCustomer(organizationId, { from, name: NAME, key: `${id}.connect` }, agentId, now)
  return { ...trial, from }
}

/** Stores a file of the customer of a trial. Returns it as a message refers to it. */
async function storeFile(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  id: string,
  { mimeType, data }: NonNullable<TrialInput['file']>,
): Promise<InboundFile> {
  const key = copyKey({ organizationId, conversationId, messageId: id, index: 0 })
  await putObject(key, Buffer.from(data, 'base64'), mimeType)
  return { id: key, mimeType }
}

export async function getTrial(caller: Caller, agentId: string, trialId: string, now: EpochMs): Promise<Trial> {
  const own = ownCustomer(caller, agentId, trialId)
  if (own === undefined) return await view(await requireTrial(caller, agentId, trialId), now)
  await requireAgent(caller, agentId)
  const conversation = await findOwn(caller.organizationId, own)
  if (!conversation) return { id: trialId, state: 'idle', messages: [], turns: [], memory: {} }
  return { ...(await view(conversation, now)), id: trialId }
}

/** Starts a new session in a user's own trial, without the earlier messages. */
export async function restartTrial(caller: Caller, agentId: string, own: string, now: EpochMs): Promise<undefined> {
  await requireAgent(caller, agentId)
  if (await findOwn(caller.organizationId, own)) await connect(caller.organizationId, own, agentId, now)
}

/**
 * Returns the number of the customer that a user of the dashboard plays in an own trial, digits without plus; undefined
 * for other trials, and for API keys.
 */
export function ownCustomer(
  { userId, apiKey }: Pick<Caller, 'userId' | 'apiKey'>,
  agentId: string,
  trialId: string | undefined,
): string | undefined {
  if (apiKey || (trialId !== 'own' && trialId !== 'own-draft')) return undefined
  return trialCustomer(userId, agentId, ...(trialId === 'own-draft' ? ['draft'] : []))
}

async function findOwn(organizationId: string, contactNumber: string): Promise<ConversationItem | null> {
  const sandbox = await findSandbox(organizationId)
  return sandbox ? await findByContact(sandbox, { contactNumber }) : null
}

/** Returns the id of the conversation. */
async function connect(organizationId: string, from: string, agentId: string, now: EpochMs): Promise<string> {
  return (await connectAsCustomer(organizationId, { from, name: NAME }, agentId, now)).conversationId
}

async function requireAgent({ organizationId }: Caller, agentId: string): Promise<void> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
}

async function view(conversation: ConversationItem, now: EpochMs): Promise<Trial> {
  const { organizationId, id, sessionId } = conversation
  const [{ data }, { turns, items }, { agents }, mediaKey] = await Promise.all([
    MessageEntity.query
      .byId({ organizationId, conversationId: id })
      .go({ order: 'desc', limit: SHOWN, consistent: true }),
    viewTurns(conversation),
    viewMemory(organizationId, id, now),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  const messages = data.filter((message) => message.sessionId === sessionId && isLive(message, now)).toReversed()
  const inSession = new Set(items.filter((turn) => turn.sessionId === sessionId).map((turn) => turn.id))
  const known = agents.flatMap(({ keys }) => keys).filter(({ value }) => value !== null)
  return {
    id,
    state: stateOf(conversation, messages),
    messages: messages.map((message) => messageView(message, mediaKey)),
    turns: turns.filter((turn) => inSession.has(turn.id)),
    memory: Object.fromEntries(known.map(({ key, value }) => [key, JSON.parse(value ?? 'null')])),
  }
}

/** Returns the state of a trial. `messages` are those of its session, oldest first. */
export function stateOf(
  { humanNeededSince, reachedLimit }: Pick<ConversationItem, 'humanNeededSince' | 'reachedLimit'>,
  messages: readonly Pick<MessageItem, 'out' | 'turnId' | 'takenAt' | 'direction'>[],
): Trial['state'] {
  const asked = messages.findLast(awaitsAnswer)
  const last = messages.at(-1)
  // The model declined: the turn is over, without a reply.
  const isDeclined =
    last?.direction === 'inbound' && reachedLimit !== undefined && (humanNeededSince ?? 0) >= last.takenAt
  if (!asked) return isDeclined ? 'failed' : 'idle'
  if (humanNeededSince === undefined) return 'answering'
  // A limit stops later messages without another mark.
  return reachedLimit !== undefined || humanNeededSince >= asked.takenAt ? 'failed' : 'answering'
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
  now: EpochMs,
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
  now: EpochMs,
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
