import { USUAL_EVENTS } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { createAgent, updateAgent } from '@replywright/core/agents/agents.ts'
import { listModels, putModelSettings } from '@replywright/core/agents/models/models.ts'
import { connectNumber, offerNumber } from '@replywright/core/channel/provider/accounts/accounts.ts'
import { putProviderSettings } from '@replywright/core/channel/provider/provider-settings.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { findWebhookWithLog, WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { createWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { createApiKey } from '@replywright/core/people/api-keys/api-keys.ts'
import { ensureOrganization } from '@replywright/core/people/organizations/organizations.ts'
import { addPoolUser, addToGroup, createUser, linkSubject } from '@replywright/core/people/users/users.ts'
import { derivedId, systemClock } from '@replywright/core/platform/clock.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { ORDER_TOOL } from '@replywright/simulators/orders.ts'
import {
  AVAILABLE_NUMBERS,
  DEMO_ACCOUNT_WA_ID,
  DEMO_EMAIL,
  DEMO_NUMBER,
  type DemoSecrets,
  OTHER_EMAIL,
} from './demo.ts'
import type { Seeded, SeedInput } from './seed-worker.ts'

const organization = (name: string) => ({
  organizationId: derivedId('demo organization', name),
  userId: derivedId('demo user', name),
})
const DEMO = organization('Demo')
const OTHER = organization('Other')

const DEMO_AGENT = {
  name: 'Demo agent',
  description: 'Answers on the demo number.',
  systemPrompt: 'You are the assistant of a small online shop. Help customers with their orders, kindly and briefly.',
}

/** Returns the tool of the demo's agent. It reads the order of the customer who asks, so the model gives no argument. */
function orderTool(ordersUrl: string) {
  const customer = { input: { type: 'value', value: '%PHONE_NUMBER%', public: true } }
  return {
    name: ORDER_TOOL,
    description: 'Finds the latest order of the customer, with its status.',
    apiSchema: { url: `${ordersUrl}{customer}`, method: 'GET', path_params: { customer } },
    active: true,
    creditCost: 0,
  }
}

/** Creates the agent. If it has the tool of an earlier start, changes the tool's URL, whose port may be another one. */
async function seedAgent(owner: Caller, id: string, ordersUrl: string, now: EpochMs): Promise<void> {
  const tool = orderTool(ordersUrl)
  const { tools } = await createAgent(owner, id, { ...DEMO_AGENT, tools: [tool] }, now)
  const stored = tools.find(({ name }) => name === tool.name)
  if (!stored || JSON.stringify(stored.apiSchema).includes(JSON.stringify(tool.apiSchema.url))) return
  await updateAgent(
    owner,
    id,
    { tools: tools.map((each) => (each.name === tool.name ? { ...each, apiSchema: tool.apiSchema } : each)) },
    { revision: undefined, now },
  )
}

/** Creates the demo unless it exists. Ids derive from names: a second run only changes the URLs of its webhooks and its tool. */
export async function seed({
  secrets,
  webhookUrls,
  ordersUrl,
  providerBaseUrl,
  signup,
  model,
}: SeedInput): Promise<Seeded> {
  const now = systemClock()
  await putProviderSettings(
    { appSecret: secrets.appSecret, verifyToken: secrets.verifyToken, baseUrl: providerBaseUrl, signup },
    now,
  )
  await seedModel(model, now)
  const agentId = derivedId('demo agent')
  const owner = { ...DEMO, role: 'admin', permission: 'full', groups: [] } as const
  const [sandbox, { accountId = '' }] = await Promise.all([
    ensureOrganization({ id: DEMO.organizationId, name: 'Demo', isPersonal: false }, now),
    connectNumber(
      DEMO.organizationId,
      {
        ...DEMO_NUMBER,
        id: derivedId('demo number'),
        waId: DEMO_ACCOUNT_WA_ID,
        accountName: 'Demo account',
        accessToken: secrets.accessToken,
        defaultRouting: 'agent',
        agentId,
      },
      listenersToAll,
      now,
    ),
    ensureOrganization({ id: OTHER.organizationId, name: 'Other', isPersonal: false }, now),
    seedAgent(owner, agentId, ordersUrl, now),
    seedUser(DEMO, DEMO_EMAIL, secrets.password, now),
    seedUser(OTHER, OTHER_EMAIL, secrets.otherPassword, now),
  ])
  await addToGroup(DEMO_EMAIL, 'operators')
  // Only at the first start: later, the numbers may have been added to an account.
  if (!secrets.apiKey) for (const number of AVAILABLE_NUMBERS) await offerNumber(number, '44', now)
  const webhooks = await Promise.all(
    webhookUrls.map((url, index) =>
      seedWebhook(index === 2 ? OTHER : DEMO, { name: `Demo webhook ${index + 1}`, url, allNumbers: index === 0 }, now),
    ),
  )
  const key = async (kept: string | undefined, owner: typeof DEMO, name: string, permission: 'full' | 'read') =>
    kept ?? (await createApiKey(owner, { name, permission }, now)).value
  return {
    accountId,
    agentId,
    webhooks,
    sandboxNumber: { number: sandbox.number, phoneNumberId: sandbox.phoneNumberId },
    secrets: {
      ...secrets,
      apiKey: await key(secrets.apiKey, DEMO, 'demo', 'full'),
      readApiKey: await key(secrets.readApiKey, DEMO, 'demo-read', 'read'),
      otherApiKey: await key(secrets.otherApiKey, OTHER, 'other', 'full'),
    } satisfies DemoSecrets,
  }
}

/** Creates a user of the organisation, with a password for the dashboard. */
async function seedUser(
  { userId: id, organizationId }: typeof DEMO,
  email: string,
  password: string | undefined,
  now: EpochMs,
): Promise<void> {
  const user = await createUser({ id, email, organizationIds: [organizationId] }, now)
  await linkSubject(user, await addPoolUser({ email, ...(password !== undefined && { password }) }, now))
}

/** Stores the model server. If its list lacks the chosen model, the list is incomplete, so agents may name any model. */
async function seedModel({ model, imageModel, ...server }: SeedInput['model'], now: EpochMs): Promise<void> {
  const listing = await listModels(server)
  const listed = 'models' in listing ? listing.models : []
  const chosen = model ?? listed[0] ?? 'default'
  const models = listed.includes(chosen) ? listed.filter((name) => name !== imageModel) : null
  await putModelSettings({ ...server, model: chosen, fallbackModel: null, imageModel: imageModel ?? null, models }, now)
}

/** Creates a webhook, or changes the URL of the one of an earlier start, which a user may have deleted. */
async function seedWebhook(
  owner: typeof DEMO,
  { name, url, allNumbers }: { name: string; url: string; allNumbers: boolean },
  now: EpochMs,
): Promise<Seeded['webhooks'][number]> {
  const { organizationId } = owner
  const id = derivedId('demo webhook', name)
  const kept = await findWebhookWithLog(organizationId, id)
  if (kept?.deletedAt !== undefined) return { id, secret: '' }
  if (kept) await WebhookEntity.patch({ organizationId, id }).set({ url }).go()
  const input = { name, url, events: USUAL_EVENTS, phoneNumberIds: allNumbers ? ('all' as const) : [] }
  const { secret } = await createWebhook(owner, input, now, id)
  return { id, secret }
}
