import type { CustomerInput, Customer as View } from '@messaging/contract/customers.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { givenMemory, storeGiven } from '../../answering/memory/given-memory.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { setOptedOut } from '../../conversations/opt-out.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { findCustomer, memoriesOf } from './find-customer.ts'
import { viewCustomer } from './view-customer.ts'

const NO_CONVERSATION = 'requires a conversation with the customer'

/**
 * `PATCH /customers/{customer}/`: changes a customer, and returns what is stored.
 * @throws ServiceError 400 for a name, or the memory of a customer without a phone number, without a conversation; for
 * an unknown agent; as `givenMemory`
 */
export async function updateCustomer(
  organizationId: string,
  key: string,
  { name, optedOut, memory = [] }: CustomerInput,
  now: number,
): Promise<View> {
  const customer = await findCustomer(organizationId, key)
  const conversations = customer.refs.flatMap(({ conversation }) => conversation ?? [])
  const memories = memoriesOf(customer)
  if (name !== undefined && conversations.length === 0) throw invalidField('name', NO_CONVERSATION)
  if (memory.length > 0 && memories.length === 0) throw invalidField('memory', NO_CONVERSATION)
  const given = await Promise.all(
    memory.map(async ({ agentId, values }, index) => {
      const agent = await findAgent(organizationId, agentId)
      if (!agent) throw invalidField(`memory.${index}.agentId`, 'no such agent')
      return { agentId, values: givenMemory(agent.settings, values, `memory.${index}.values`) }
    }),
  )
  const contact = customer.isPhoneNumber ? { contactNumber: customer.name } : { contactUserId: customer.name }
  await Promise.all([
    optedOut === undefined ? undefined : setOptedOut(organizationId, contact, { optedOut, at: now }),
    ...(name === undefined
      ? []
      : conversations.map(({ id }) =>
          ConversationEntity.patch({ organizationId, id })
            .set({ contactName: name, hasOwnName: true })
            .go({ returnOnConditionCheckFailure: true }),
        )),
    ...given.flatMap(({ agentId, values }) =>
      memories.map((owners) => storeGiven({ organizationId, agentId }, owners, values, now)),
    ),
  ])
  log('customer.changed', { organizationId })
  return await viewCustomer(organizationId, key, now)
}
