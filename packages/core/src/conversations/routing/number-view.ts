import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { AccountEntity } from '../../channel/accounts/account-entity.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { findWebhook } from '../../deliveries/webhooks/get-webhook.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Returns numbers of one organisation as the API shows them. A deleted account, agent or webhook is null. */
export async function numberViews(organizationId: string, numbers: readonly NumberItem[]): Promise<BusinessNumber[]> {
  const [accounts, agents, webhooks] = await Promise.all([
    named(
      numbers.map(({ accountId }) => accountId),
      async (id) => {
        const { data } = await AccountEntity.get({ organizationId, id }).go({ consistent: true })
        return data
      },
    ),
    named(
      numbers.map(({ agentId }) => agentId),
      (id) => findAgentHead(organizationId, id),
    ),
    named(
      numbers.map(({ defaultWebhookId }) => defaultWebhookId),
      (id) => findWebhook(organizationId, id),
    ),
  ])
  return numbers.map((item) => ({
    id: item.id,
    number: item.number,
    msgPhoneNumberId: item.phoneNumberId,
    account: accounts.get(item.accountId) ?? null,
    activeAgent: agents.get(item.agentId) ?? null,
    defaultRouting: item.sandbox ? 'sandbox' : (item.defaultRouting ?? null),
    defaultWebhook: webhooks.get(item.defaultWebhookId) ?? null,
    isSandbox: item.sandbox,
  }))
}

/** Returns id and name by id. Each id is read once. */
async function named(
  ids: readonly (string | undefined)[],
  read: (id: string) => Promise<Named | null>,
): Promise<Map<string | undefined, Named>> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined)
  const found = await Promise.all(distinct.map(read))
  return new Map(found.flatMap((item) => (item ? [[item.id, { id: item.id, name: item.name }]] : [])))
}
