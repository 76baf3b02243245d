import type { Account } from '@replywright/contract/accounts.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { BusinessNumber } from '@replywright/contract/phone-numbers.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { healthOf, viewHealth } from '../../channel/numbers/health.ts'
import { NumberEntity, type NumberItem, NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { getNumber, getNumberByProviderId, listNumbers, listOwned, NUMBERS } from '../../channel/numbers/numbers.ts'
import { AccountEntity, getAccount } from '../../channel/provider/accounts/account-entity.ts'
import { accountView } from '../../channel/provider/accounts/accounts.ts'
import { findWebhook, WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { InternalError, invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { countOf } from '../../platform/paging/counter-entity.ts'
import { listPage } from '../../platform/paging/page.ts'
import type { Caller } from '../../platform/request.ts'
import { refusals } from '../../platform/table/transact.ts'
import { newNumberArming } from '../service-window/arm-number.ts'
import { NumberArmingEntity } from '../service-window/arming-entity.ts'
import { effectiveRoute } from './effective-route.ts'

const NO_AGENT = 'no such agent'
const NO_WEBHOOK = 'no such webhook, or it belongs to another user'

/** The new routing of a number: one mode with its target only. */
type NumberRouting =
  | { readonly mode: 'agent'; readonly agentId: string }
  | { readonly mode: 'webhook'; readonly webhookId: string }
  | { readonly mode: null }

/** `POST /phone-numbers/{n}/{subscribe,connect-agent,unsubscribe}/`: changes the routing. Returns the number. */
export async function routeNumber(
  caller: Caller,
  n: string,
  routing: NumberRouting,
  applyToExisting: boolean,
  now: EpochMs,
): Promise<BusinessNumber> {
  const number = await getNumber(caller.organizationId, n)
  const routed = await applyRouting(caller, number, routing, applyToExisting, now)
  const [view] = await numberViews(caller.organizationId, [routed], now)
  if (!view) throw new InternalError(`number ${number.phoneNumberId} has no view`)
  return view
}

/**
 * Sets the default routing of a number in one write, which a deletion of its agent or webhook cannot miss. With
 * `applyToExisting` its existing conversations switch to the agent, because the epoch of the number is raised
 * (`sessionInForce`). Sends no lifecycle events (spec, Event kinds). Throws 400 on a sandbox number, for a webhook that
 * the caller does not own, and for an unknown agent.
 */
async function applyRouting(
  caller: Caller,
  number: NumberItem,
  routing: NumberRouting,
  applyToExisting: boolean,
  now: EpochMs,
): Promise<NumberItem> {
  if (number.sandbox) throw invalidField('', 'The routing of a sandbox number cannot be changed.')
  await checkTarget(caller, routing)
  const { organizationId, phoneNumberId, id } = number
  const agentId = routing.mode === 'agent' ? routing.agentId : undefined
  const webhookId = routing.mode === 'webhook' ? routing.webhookId : undefined
  const entities = { numbers: NumberEntity, agents: AgentEntity, webhooks: WebhookEntity, armings: NumberArmingEntity }
  const [refused] = await refusals(entities, ({ numbers, agents, webhooks, armings }) => [
    numbers
      .patch({ phoneNumberId })
      .set({
        ...(routing.mode && { defaultRouting: routing.mode }),
        ...(applyToExisting && { epochAt: now }),
        ...(agentId && { agentId, ...(applyToExisting && { epochAgentId: agentId }) }),
        ...(webhookId && { defaultWebhookId: webhookId }),
      })
      .add(applyToExisting ? { epoch: 1 } : {})
      .remove([
        ...(routing.mode ? [] : (['defaultRouting'] as const)),
        ...(agentId ? [] : (['agentId'] as const)),
        ...(webhookId ? [] : (['defaultWebhookId'] as const)),
        ...(applyToExisting && !agentId ? (['epochAgentId'] as const) : []),
      ])
      .where((attributes, { eq }) => eq(attributes.id, id))
      .commit(),
    // Refused if the target was deleted concurrently. A deletion in progress detects the connection.
    ...(agentId ? [agents.patch({ organizationId, id: agentId }).add({ connections: 1 }).commit()] : []),
    ...(webhookId
      ? [
          webhooks
            .check({ organizationId, id: webhookId })
            .where(
              ({ userId, deletedAt }, { eq, notExists }) => `${eq(userId, caller.userId)} AND ${notExists(deletedAt)}`,
            )
            .commit(),
        ]
      : []),
    // The windows that are open have no schedules unless a webhook was in the route.
    ...(webhookId && effectiveRoute(number, {}).webhookId === null
      ? [armings.put(newNumberArming({ organizationId, phoneNumberId, since: now }, now)).commit()]
      : []),
  ])
  if (refused === 0) throw notFound('number', 'digits, and that the number belongs to your organisation')
  if (refused !== undefined) throw webhookId ? invalidField('webhookId', NO_WEBHOOK) : invalidField('agentId', NO_AGENT)
  const routed = await getNumberByProviderId(organizationId, phoneNumberId)
  log('number.routed', {
    organizationId,
    numberId: id,
    mode: routing.mode,
    agentId,
    webhookId,
    epoch: routed.epoch,
  })
  return routed
}

async function checkTarget({ organizationId, userId }: Caller, routing: NumberRouting): Promise<void> {
  if (routing.mode === 'webhook') {
    const webhook = await findWebhook(organizationId, routing.webhookId)
    if (webhook?.userId !== userId) throw invalidField('webhookId', NO_WEBHOOK)
  }
  if (routing.mode === 'agent' && !(await findAgentHead(organizationId, routing.agentId)))
    throw invalidField('agentId', NO_AGENT)
}

/**
 * `POST /msg-accounts/{id}/deploy-agent/`: connects an agent to one of the account's numbers, named by our id. Throws
 * 400 for a number of another account, a sandbox number, or an agent that does not belong to the organisation.
 */
export async function deployAgent(
  caller: Caller,
  accountId: string,
  { agentId, phoneNumberId }: { readonly agentId: string; readonly phoneNumberId: string },
  now: EpochMs,
): Promise<Account> {
  const [account, numbers] = await Promise.all([
    getAccount(caller.organizationId, accountId),
    listNumbers(caller.organizationId),
  ])
  const number = numbers.find(({ id }) => id === phoneNumberId)
  if (number?.accountId !== accountId) throw invalidField('phoneNumberId', 'no such number in this account')
  await applyRouting(caller, number, { mode: 'agent', agentId }, false, now)
  return accountView(account, numbers)
}

/** `GET /phone-numbers/`: the numbers in ascending order of their digits. */
export async function listNumberViews(
  organizationId: string,
  query: PageQuery,
  now: EpochMs,
): Promise<PageResponse<BusinessNumber>> {
  const [count, { items, nextCursor }] = await Promise.all([
    countOf(organizationId, NUMBERS),
    listPage(query, (options) =>
      NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ ...options, consistent: true }),
    ),
  ])
  const isLast = query.offset + items.length >= count
  return {
    count,
    results: await numberViews(organizationId, await listOwned(items), now),
    nextCursor: isLast ? null : nextCursor,
  }
}

/** `GET /phone-numbers/{n}/`: returns a number. */
export async function viewNumber(organizationId: string, n: string, now: EpochMs): Promise<BusinessNumber> {
  const [view] = await numberViews(organizationId, [await getNumber(organizationId, n)], now)
  if (!view) throw new InternalError(`number ${n} has no view`)
  return view
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Returns numbers of one organisation as the API shows them. A deleted account, agent or webhook is null. */
async function numberViews(
  organizationId: string,
  numbers: readonly NumberItem[],
  now: EpochMs,
): Promise<BusinessNumber[]> {
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
    health: viewHealth(healthOf(item), now),
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
