import { parseExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { findDraft } from '../../agents/draft/drafts.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import {
  type ConversationItem,
  conversationPartition,
  findConversation,
} from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { derivedId, expiryAfter } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { TURN_DAYS } from '../turns/turn-entity.ts'
import type { ToolResults } from './trial-tools.ts'

/** A trial by the API or of a draft: the agent, tool results, and whether its draft is tried. Access: by conversation. */
const TrialEntity = /* @__PURE__ */ entity(() => ({
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

const Results = v.record(v.string(), v.unknown())

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
