import { USUAL_EVENTS } from '@messaging/contract/envelope.ts'
import { EMPTY_SETTINGS } from '@messaging/core/agents/agent-settings.ts'
import { listModels } from '@messaging/core/agents/models/list-models.ts'
import { putModelSettings } from '@messaging/core/agents/models/model-settings.ts'
import { insertAgent } from '@messaging/core/agents/write-agent.ts'
import { AccountEntity } from '@messaging/core/channel/accounts/account-entity.ts'
import { offerNumber } from '@messaging/core/channel/numbers/available-numbers.ts'
import { createNumber } from '@messaging/core/channel/numbers/create-number.ts'
import { createSandboxNumber } from '@messaging/core/channel/numbers/sandbox-number.ts'
import { putProviderSettings } from '@messaging/core/channel/provider/provider-settings.ts'
import { newSigningSecret } from '@messaging/core/deliveries/webhooks/create-webhook.ts'
import { listenersToAll } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import { updateSubscriptions } from '@messaging/core/deliveries/webhooks/subscriptions.ts'
import { WebhookEntity } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'
import { createApiKey } from '@messaging/core/people/api-keys/create-api-key.ts'
import { OrganizationEntity } from '@messaging/core/people/organizations/organization-entity.ts'
import { createUser } from '@messaging/core/people/users/create-user.ts'
import { linkSubject } from '@messaging/core/people/users/link-subject.ts'
import { addPoolUser, addToGroup } from '@messaging/core/people/users/pool-users.ts'
import { derivedId, systemClock } from '@messaging/core/platform/clock.ts'
import { encryptSecret } from '@messaging/core/platform/secrets/secrets.ts'
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
  ...EMPTY_SETTINGS,
  name: 'Demo agent',
  description: 'Answers on the demo number.',
  systemPrompt: 'You are the assistant of a small online shop. Help customers with their orders, kindly and briefly.',
}

/** Creates the demo unless it exists. Ids derive from names: a second run only changes its webhooks' URLs. */
export async function seed({ secrets, webhookUrls, providerBaseUrl, signup, model }: SeedInput): Promise<Seeded> {
  const now = systemClock()
  await putProviderSettings(
    { appSecret: secrets.appSecret, verifyToken: secrets.verifyToken, baseUrl: providerBaseUrl, signup },
    now,
  )
  await seedModel(model, now)
  const accountId = derivedId('account', DEMO.organizationId, DEMO_ACCOUNT_WA_ID)
  const agentId = derivedId('demo agent')
  await Promise.all([
    putOrganization(DEMO.organizationId, 'Demo', now),
    putOrganization(OTHER.organizationId, 'Other', now),
    AccountEntity.put({
      organizationId: DEMO.organizationId,
      id: accountId,
      waId: DEMO_ACCOUNT_WA_ID,
      name: 'Demo account',
      accessToken: await encryptSecret('provider-token', DEMO.organizationId, secrets.accessToken),
      createdAt: now,
    }).go(),
    insertAgent(DEMO.organizationId, agentId, DEMO_AGENT, { changedAt: now }),
    seedUser(DEMO, DEMO_EMAIL, secrets.password, now),
    seedUser(OTHER, OTHER_EMAIL, secrets.otherPassword, now),
    createNumber(
      {
        ...DEMO_NUMBER,
        id: derivedId('demo number'),
        organizationId: DEMO.organizationId,
        accountId,
        defaultRouting: 'agent',
        agentId,
        sandbox: false,
        connectedAt: now,
      },
      listenersToAll,
    ),
  ])
  await addToGroup(DEMO_EMAIL, 'operators')
  const sandbox = await createSandboxNumber(DEMO.organizationId, listenersToAll, now)
  await createSandboxNumber(OTHER.organizationId, listenersToAll, now)
  // Only at the first start: later, the numbers may have been added to an account.
  if (!secrets.apiKey) for (const number of AVAILABLE_NUMBERS) await offerNumber(number, '44', now)
  const webhookSecrets = secrets.webhookSecrets ?? webhookUrls.map(() => newSigningSecret())
  const webhooks = await Promise.all(
    webhookUrls.map((url, index) =>
      putWebhook(
        index === 2 ? OTHER : DEMO,
        { name: `Demo webhook ${index + 1}`, url, allNumbers: index === 0 },
        webhookSecrets[index] ?? '',
        now,
      ),
    ),
  )
  for (const webhook of webhooks) await updateSubscriptions(webhook)
  const key = async (kept: string | undefined, owner: typeof DEMO, name: string, permission: 'full' | 'read') =>
    kept ?? (await createApiKey(owner, { name, permission }, now)).value
  return {
    accountId,
    agentId,
    webhookIds: webhooks.map(({ id }) => id),
    sandboxNumber: { number: sandbox.number, phoneNumberId: sandbox.phoneNumberId },
    secrets: {
      ...secrets,
      webhookSecrets,
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
  now: number,
): Promise<void> {
  const user = await createUser({ id, email, organizationIds: [organizationId] }, now)
  await linkSubject(user, await addPoolUser({ email, ...(password !== undefined && { password }) }, now))
}

/** Stores the model server. If its list lacks the chosen model, the list is incomplete, so agents may name any model. */
async function seedModel({ model, imageModel, ...server }: SeedInput['model'], now: number): Promise<void> {
  const listing = await listModels(server)
  const listed = 'models' in listing ? listing.models : []
  const chosen = model ?? listed[0] ?? 'default'
  const models = listed.includes(chosen) ? listed.filter((name) => name !== imageModel) : null
  await putModelSettings({ ...server, model: chosen, fallbackModel: null, imageModel: imageModel ?? null, models }, now)
}

async function putOrganization(id: string, name: string, now: number): Promise<void> {
  await putOnce(OrganizationEntity.create({ id, name, isPersonal: false, createdAt: now }))
}

async function putOnce(create: {
  go(options: { returnOnConditionCheckFailure: true }): Promise<unknown>
}): Promise<void> {
  await create.go({ returnOnConditionCheckFailure: true })
}

async function putWebhook(
  { organizationId, userId }: typeof DEMO,
  { name, url, allNumbers }: { name: string; url: string; allNumbers: boolean },
  secret: string,
  now: number,
) {
  const id = derivedId('demo webhook', name)
  const { data: kept } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
  if (kept) {
    await WebhookEntity.patch({ organizationId, id }).set({ url }).go()
    return kept
  }
  const ciphertext = await encryptSecret('webhook-signing', organizationId, secret)
  const { data } = await WebhookEntity.create({
    organizationId,
    id,
    userId,
    name,
    url,
    secret: ciphertext,
    enabled: true,
    allNumbers,
    ...(!allNumbers && { phoneNumberIds: [] }),
    events: [...USUAL_EVENTS],
    createdAt: now,
  }).go()
  return data
}
