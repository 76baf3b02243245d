import type { Customer as View } from '@messaging/contract/customers.ts'
import { parseExactJson } from '@messaging/contract/exact-json.ts'
import { findAgent } from '../../agents/find-agent.ts'
import type { MemoryItem } from '../../answering/memory/memory-entity.ts'
import { isKnown } from '../../answering/memory/memory-store.ts'
import { listMemory } from '../../answering/memory/view-memory.ts'
import { findOptedOut } from '../../conversations/opt-out.ts'
import { findCustomer, memoriesOf, namesOf, ownersOf } from './find-customer.ts'

/** Returns what is stored of a customer. Does not search the deliveries. */
export async function viewCustomer(organizationId: string, key: string, now: number): Promise<View> {
  const customer = await findCustomer(organizationId, key)
  const [stored, optedOut] = await Promise.all([
    listMemory(organizationId, ownersOf(customer)),
    findOptedOut(organizationId, namesOf(customer)),
  ])
  const known = stored.filter((item) => isKnown(item, now))
  const owners = memoriesOf(customer).flat()
  // A later owner's value of the same key replaces an earlier one's (`memoryOwners`).
  const shown = owners.flatMap((ownerId) => known.filter((item) => item.ownerId === ownerId))
  const found = customer.refs.flatMap(({ conversation, number }) => (conversation ? [{ conversation, number }] : []))
  return {
    name: found.map(({ conversation }) => conversation.contactName).find((text) => text !== '') ?? '',
    optedOut,
    conversations: found.map(({ conversation, number }) => ({
      id: conversation.id,
      msgNumber: number.number,
      isSandbox: number.sandbox,
      messages: conversation.messageCount ?? 0,
    })),
    memory: await memoryByAgent(organizationId, shown),
    memories: known.length,
  }
}

async function memoryByAgent(organizationId: string, items: readonly MemoryItem[]): Promise<View['memory']> {
  const byAgent = [...Map.groupBy(items, ({ agentId }) => agentId)]
  const agents = await Promise.all(byAgent.map(([agentId]) => findAgent(organizationId, agentId)))
  return byAgent.flatMap(([agentId, values], index) => {
    const keys = new Map(agents[index]?.settings.memoryKeys.map(({ id, key }) => [id, key]))
    const named = values.flatMap(({ keyId, value }) => {
      const key = keys.get(keyId)
      return key === undefined ? [] : [[key, parseExactJson(value)] as const]
    })
    return named.length === 0 ? [] : [{ agentId, values: Object.fromEntries(named) }]
  })
}
