import type { ContactMemory, MemoryChange, MemoryErasure } from '@replywright/contract/dashboard/contact-memory.ts'
import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgent, findAgentHead } from '../agents/find-agent.ts'
import { costOfMessages, type Parts, viewUsd } from '../agents/usage/costs.ts'
import type { ConversationItem } from '../conversations/conversation-entity.ts'
import { getConversation } from '../conversations/conversations.ts'
import { inboxView } from '../conversations/inbox-view.ts'
import { isTakenOver } from '../conversations/is-taken-over.ts'
import { isKnown } from '../conversations/memory-entity.ts'
import { MessageEntity } from '../conversations/messages/message-entity.ts'
import { effectiveRoute, explainRoute, findRouteWebhook } from '../conversations/routing/effective-route.ts'
import { timeOrNull } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { eraseKeys, keysOf, listMemory } from './memory/memory.ts'
import { memoryOwners, writeMemory } from './memory/memory-store.ts'
import { LARGEST_VALUE_BYTES } from './memory/memory-tool.ts'
import { costOf, viewCost } from './turns/turn-cost.ts'
import { viewTurns } from './turns/view-turns.ts'

/** Returns routing with its reason, and turns. */
export async function viewConversationDetails(
  organizationId: string,
  id: string,
  now: EpochMs,
): Promise<ConversationDetails> {
  const { conversation, number } = await getConversation(organizationId, id)
  const route = effectiveRoute(number, conversation)
  const [webhook, own, ofNumber, { turns }, cost] = await Promise.all([
    findRouteWebhook(organizationId, route),
    conversation.agentId ? findAgentHead(organizationId, conversation.agentId) : null,
    number.agentId ? findAgentHead(organizationId, number.agentId) : null,
    viewTurns(conversation),
    costOfConversation(conversation),
  ])
  const agent = own ?? ofNumber
  const takenOver = isTakenOver(conversation, now)
  return {
    ...inboxView(conversation, number, now),
    effectiveRoute: {
      mode: route.mode,
      webhook: webhook && {
        id: webhook.id,
        name: webhook.name,
        enabled: webhook.enabled,
        disabledAt: timeOrNull(webhook.disabledAt),
        disabledReason: webhook.disabledReason ?? null,
      },
      agent: agent && { id: agent.id, name: agent.name },
      reason: explainRoute({
        route,
        conversation,
        webhook,
        agent,
        takenOver,
        paused: conversation.handoff !== undefined,
      }),
    },
    referral: conversation.latestReferral ?? null,
    cost: viewCost(conversation),
    usd: viewUsd({ ...cost, model: costOf(conversation).total.microUsd ?? 0 }),
    turns,
  }
}

/** Returns what the messages of a conversation cost. Reads all of them. */
async function costOfConversation({ organizationId, id: conversationId }: ConversationItem): Promise<Parts> {
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ pages: 'all', attributes: ['direction', 'role', 'status', 'billedAt', 'microUsd', 'modelMicroUsd'] })
  return costOfMessages(data)
}

/** Returns what the organisation's agents remember about the customer of a conversation. */
export async function viewMemory(organizationId: string, conversationId: string, now: EpochMs): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  const items = (await listMemory(organizationId, memoryOwners({ conversation, number }))).filter((item) =>
    isKnown(item, now),
  )
  const active = conversation.agentId ?? number.agentId
  const ids = [...new Set([...(active ? [active] : []), ...items.map(({ agentId }) => agentId)])]
  const agents = await Promise.all(ids.map((id) => findAgent(organizationId, id)))
  return {
    agents: agents.flatMap((agent) => {
      if (!agent) return []
      const { id, name } = agent.head
      // A later item of the same key replaces an earlier one (`memoryOwners`).
      const values = new Map(items.filter(({ agentId }) => agentId === id).map(({ keyId, value }) => [keyId, value]))
      const keys = agent.settings.memoryKeys.map((key) => ({
        id: key.id,
        key: key.key,
        type: key.type,
        value: values.get(key.id) ?? null,
      }))
      return keys.length === 0 ? [] : { id, name, keys }
    }),
  }
}

/** Replaces one remembered value. @throws ServiceError 400 for an unknown key or a value that is too large; 404 */
export async function changeMemory(
  organizationId: string,
  conversationId: string,
  { agentId, keyId, value }: MemoryChange,
  now: EpochMs,
): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  await requireKey(organizationId, agentId, keyId)
  if (Buffer.byteLength(value) > LARGEST_VALUE_BYTES) throw invalidField('value', 'must be at most 4 KB')
  const remembering = { organizationId, agentId, conversation, number }
  // No turn is older than a change by a person.
  await writeMemory(remembering, new Map([[keyId, value]]), { now, knownAt: now + 1 })
  log('memory.changed', { organizationId, conversationId, agentId })
  return await viewMemory(organizationId, conversationId, now)
}

/**
 * Erases one remembered value, or all values of all agents. A turn that is running does not write them again, because
 * an erased value retains the time of its erasure (`writeMemory`).
 */
export async function eraseMemory(
  organizationId: string,
  conversationId: string,
  erasure: MemoryErasure,
  now: EpochMs,
): Promise<ContactMemory> {
  const { conversation, number } = await getConversation(organizationId, conversationId)
  const owners = memoryOwners({ conversation, number })
  const stored = await listMemory(organizationId, owners)
  const { agentId, keyId } = erasure
  if (agentId !== undefined && keyId !== undefined) await eraseKeys(organizationId, owners, [{ agentId, keyId }], now)
  else {
    const active = conversation.agentId ?? number.agentId
    const agent = active ? await findAgent(organizationId, active) : null
    await eraseKeys(organizationId, owners, [...stored, ...keysOf(agent)], now)
  }
  log('memory.erased', { organizationId, conversationId })
  return await viewMemory(organizationId, conversationId, now)
}

async function requireKey(organizationId: string, agentId: string, keyId: string): Promise<void> {
  const agent = await findAgent(organizationId, agentId)
  if (!agent) throw invalidField('agentId', 'no such agent')
  if (!agent.settings.memoryKeys.some(({ id }) => id === keyId))
    throw invalidField('keyId', 'no such memory key of the agent')
}
