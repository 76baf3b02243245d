import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import type { AgentTrial, TrialInput } from '@messaging/contract/trials.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { InboundFile } from '../../channel/port.ts'
import { connectText, wantedAgent } from '../../conversations/connect-sandbox.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { conversationId } from '../../conversations/find-or-create.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import { copyKey } from '../../conversations/media/copy-key.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import type { Caller } from '../../platform/caller.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { putObject } from '../../platform/objects/objects.ts'
import { viewMemory } from '../memory/view-memory.ts'
import { TURN_DAYS } from '../turns/turn-entity.ts'
import { viewTurns } from '../turns/view-turns.ts'
import { sendAsCustomer } from './sandbox-chat.ts'
import { requireAgent, stateOf } from './trial.ts'
import { trialCustomer } from './trial-customer.ts'
import { TrialEntity } from './trial-entity.ts'

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
  const sandbox = (await listNumbers(organizationId)).find((number) => number.sandbox)
  if (!sandbox) throw notFound('sandbox number')
  const from = trialCustomer(agentId, id)
  const started = conversationId(sandbox, from)
  await TrialEntity.put({
    organizationId,
    conversationId: started,
    agentId,
    toolResults: stringifyExactJson(toolResults),
    ...(draft && { draft }),
    expiresAt: expiryAfter(now, TURN_DAYS),
  }).go()
  await sendAsCustomer(organizationId, { from, name: NAME, text: connectText(agentId), key: `${id}.connect` }, now)
  // Messages sort by their time in milliseconds.
  const sent = { text, buttonId, file: file && (await storeFile({ organizationId, id: started }, id, file)), key: id }
  await sendAsCustomer(organizationId, { from, name: NAME, ...sent }, now + 1)
  return await getTrial(caller, agentId, started, now)
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

/** @throws ServiceError 404 for an unknown agent or trial */
export async function getTrial(caller: Caller, agentId: string, trialId: string, now: number): Promise<AgentTrial> {
  return await view(await requireTrial(caller, agentId, trialId), now)
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
