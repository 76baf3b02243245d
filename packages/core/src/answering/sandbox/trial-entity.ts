import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Trial, TrialInput } from '@replywright/contract/trials.ts'
import * as v from 'valibot'
import { findDraft } from '../../agents/draft/drafts.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Tool } from '../../agents/tool.ts'
import type { InboundFile } from '../../channel/port.ts'
import {
  type ConversationItem,
  conversationPartition,
  findConversation,
} from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { copyKey } from '../../conversations/media/media-keys.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { derivedId, expiryAfter } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { putObject } from '../../platform/objects/objects.ts'
import type { Caller } from '../../platform/request.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { TURN_DAYS } from '../turns/turn-entity.ts'

/** A trial by the API or of a draft: the agent, tool results, and whether its draft is tried. Access: by conversation. */
export const TrialEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'trial', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    /** The agent that was tried first. */
    agentId: { type: 'string', required: true, readOnly: true },
    /** Results by tool name, as JSON. Absent in the dashboard's trials: their tools have effects. */
    toolResults: { type: 'string', readOnly: true },
    /** Whether the agent's draft is tried. */
    draft: { type: 'boolean', readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byConversation: { pk: conversationPartition, sk: key('sk', 'trial') },
  },
}))

/** No country uses this calling code, so a trial's number cannot belong to a customer. */
const CALLING_CODE = '888'
const DIGITS = 12

/** Returns the phone number of the customer of a trial, digits without plus. It derives from `parts`. */
export function trialCustomer(...parts: readonly [string, ...string[]]): string {
  const id = derivedId('trial customer', ...parts)
  const digits = BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** BigInt(DIGITS)
  return `${CALLING_CODE}${digits.toString().padStart(DIGITS, '0')}`
}

function isTrialNumber(number: string | undefined): boolean {
  return number?.startsWith(CALLING_CODE) === true && number.length === CALLING_CODE.length + DIGITS
}

const NO_RESULT = 'The tool has no effect in a trial, and no result was set for it.'
const Results = v.record(v.string(), v.unknown())

/** Results by tool name. */
export type ToolResults = Readonly<Record<string, unknown>>

/** Returns the tool results of the API's trial that a conversation is, or undefined for other conversations. */
export async function findToolResults(chat: Chat): Promise<ToolResults | undefined> {
  const trial = await findTrial(chat)
  return trial?.toolResults === undefined ? undefined : v.parse(Results, parseExactJson(trial.toolResults))
}

/** Returns an agent with the fields of its draft in a trial of the draft, otherwise as it is. */
export async function withTriedDraft(chat: Chat, agent: StoredAgent): Promise<StoredAgent> {
  const trial = await findTrial(chat)
  if (!trial?.draft || trial.agentId !== agent.head.id) return agent
  return (await findDraft(agent))?.agent ?? agent
}

/** Returns the trial by the API or of a draft that a conversation is, or null. Reads nothing for other conversations. */
async function findTrial({ conversation, number }: Chat) {
  if (!number.sandbox || !isTrialNumber(conversation.contactNumber)) return null
  const { organizationId, id: conversationId } = conversation
  return (await TrialEntity.get({ organizationId, conversationId }).go({ consistent: true })).data
}

/** Returns the tools of a trial: with the set results, and without effects outside. */
export function trialTools(tools: readonly Tool[], results: ToolResults): Tool[] {
  return tools.map((tool) => {
    const isSet = Object.hasOwn(results, tool.name)
    if (!isSet && !tool.changesOutside) return tool
    const result = isSet ? results[tool.name] : NO_RESULT
    const text = typeof result === 'string' ? result : stringifyExactJson(result)
    return { ...tool, changesOutside: false, run: async () => ({ text }) }
  })
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

interface StoredTrial {
  readonly organizationId: string
  readonly conversationId: string
  readonly agentId: string
  readonly toolResults?: string
  readonly draft?: boolean
}

/** Stores what a trial by the API or of a draft needs, for as long as its turns. */
export async function storeTrial(trial: StoredTrial, now: EpochMs): Promise<void> {
  await TrialEntity.put({ ...trial, expiresAt: expiryAfter(now, TURN_DAYS) }).go()
}

/** Stores a file of the customer of a trial. Returns it as a message refers to it. */
export async function storeFile(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  id: string,
  { mimeType, data }: NonNullable<TrialInput['file']>,
): Promise<InboundFile> {
  const key = copyKey({ organizationId, conversationId, messageId: id, index: 0 })
  await putObject(key, Buffer.from(data, 'base64'), mimeType)
  return { id: key, mimeType }
}

/** @throws ServiceError 404 for a conversation that is not a trial of the agent */
export async function requireTrial(
  { organizationId }: Caller,
  agentId: string,
  trialId: string,
): Promise<ConversationItem> {
  const conversation = await findConversation(organizationId, trialId)
  const { data: trial } = await TrialEntity.get({ organizationId, conversationId: trialId }).go({ consistent: true })
  if (!conversation || trial?.agentId !== agentId) throw notFound('trial')
  return conversation
}

export function numberOf({ contactNumber = '' }: ConversationItem): string {
  return contactNumber
}
