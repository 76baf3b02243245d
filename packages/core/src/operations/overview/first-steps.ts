import { FIRST_STEPS, type FirstStep, type FirstSteps } from '@replywright/contract/dashboard/overview.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { listNumbers, SANDBOX_PHONE_NUMBER_ID } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { CONVERSATIONS } from '../../conversations/customers/new-conversation.ts'
import { listByActivity } from '../../conversations/list-by-activity.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '../../deliveries/shards.ts'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { ApiKeyEntity } from '../../people/api-keys/api-key-entity.ts'
import { countOfShards } from '../../platform/paging/counter-entity.ts'
import type { Caller } from '../../platform/request.ts'
import { entity, key } from '../../platform/table/entity.ts'

/** Deliveries read of each webhook. */
const LATEST_DELIVERIES = 5
/** Conversations read for the first reply of an agent. */
const LATEST_CONVERSATIONS = 20

/**
 * Returns the first steps of the caller's organisation. Costs half a read unit when all are done or the caller has hidden
 * them. Otherwise also a query for each open step, and a write when one is newly done.
 */
export async function viewFirstSteps({ organizationId, userId }: Caller): Promise<FirstSteps> {
  const { data } = await FirstStepsEntity.get({ organizationId }).go()
  const known = data?.done ?? []
  const dismissed = data?.dismissedBy?.includes(userId) === true
  const open = dismissed ? [] : FIRST_STEPS.filter((step) => !known.includes(step))
  const found = await Promise.all(open.map(async (step) => ((await IS_DONE[step](organizationId)) ? [step] : [])))
  const newlyDone = found.flat()
  if (newlyDone.length > 0) await FirstStepsEntity.upsert({ organizationId }).add({ done: newlyDone }).go()
  const done = [...known, ...newlyDone]
  return { steps: FIRST_STEPS.map((step) => ({ step, done: done.includes(step) })), dismissed }
}

/** Hides the first steps for the caller. */
export async function dismissFirstSteps({ organizationId, userId }: Caller): Promise<undefined> {
  await FirstStepsEntity.upsert({ organizationId })
    .add({ dismissedBy: [userId] })
    .go()
}

/** Whether a step is done, by the existence of what it makes. Each reads a few items at most. */
const IS_DONE: Readonly<Record<FirstStep, (organizationId: string) => Promise<boolean>>> = {
  async number(organizationId) {
    // Each organisation has a sandbox number.
    const { data } = await NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ limit: 2 })
    return data.length > 1
  },
  async routing(organizationId) {
    return (await listNumbers(organizationId)).some(
      ({ sandbox, defaultRouting }) => !sandbox && defaultRouting === 'agent',
    )
  },
  async reply(organizationId) {
    const isWanted = ({ phoneNumberId, answeredSession }: ConversationItem) =>
      answeredSession !== undefined && !phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)
    const page = { offset: 0, limit: 1 }
    const { items } = await listByActivity(organizationId, page, {
      isWanted,
      atMost: LATEST_CONVERSATIONS,
      reading: 'recent',
    })
    return items.length > 0
  },
  async agent(organizationId) {
    return (await AgentEntity.query.byOrganization({ organizationId }).go({ limit: 1 })).data.length > 0
  },
  trial: async (organizationId) => (await countOfShards(organizationId, CONVERSATIONS)) > 0,
  async endpoint(organizationId) {
    return (await WebhookEntity.query.byId({ organizationId }).go({ limit: 1 })).data.length > 0
  },
  async api_key(organizationId) {
    return (await ApiKeyEntity.query.byOrganization({ listedIn: organizationId }).go({ limit: 1 })).data.length > 0
  },
  async delivery(organizationId) {
    const { data: webhooks } = await WebhookEntity.query.byId({ organizationId }).go()
    const latest = await Promise.all(
      webhooks.map(({ id: webhookId }) =>
        DeliveryEntity.query
          .byId({ webhookId, shard: FIRST_SHARD })
          .go({ order: 'desc', limit: LATEST_DELIVERIES, attributes: ['status'] }),
      ),
    )
    return latest.some(({ data }) => data.some(({ status }) => status === 'delivered'))
  },
}

/**
 * The first steps that an organisation has done, so that they are not looked for again. Access: by organisation. No
 * expiry: one small item for each organisation.
 */
const FirstStepsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'firstSteps', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    done: { type: 'set', items: FIRST_STEPS },
    /** The users who hid the steps. */
    dismissedBy: { type: 'set', items: 'string' },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'firstSteps#${organizationId}'), sk: key('sk', 'firstSteps') },
  },
}))
