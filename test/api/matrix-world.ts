import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { createNumber } from '@replywright/core/channel/numbers/numbers.ts'
import { startReplay } from '@replywright/core/deliveries/replays/replays.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { callApi, freshCustomer, idOf } from '../support/service.ts'
import { examplesOf, mapFields } from './matrix-bodies.ts'

/** Ids by the name of the body's field that holds them. */
type Ids = Readonly<Record<string, unknown>>

/** One resource of each noun of the demo's organisation, and resources of the other organisation. */
export interface World {
  /** Returns the URL of an endpoint with the demo's ids; for a DELETE, those of a new resource. */
  url(endpoint: Endpoint): Promise<string>
  /** Returns the URL of an endpoint with `id` as its first parameter. */
  urlWith(endpoint: Endpoint, id: string): string
  /** Returns each documented example of a body, with ids that exist. */
  bodies(endpoint: Endpoint): unknown[]
  /** Ids of the other organisation, or ids that do not exist. */
  readonly foreign: Ids
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const Numbers = v.looseObject({ results: v.array(v.looseObject({ id: v.string(), number: v.string() })) })
const Uuid = v.pipe(v.string(), v.uuid())
const Messages = v.looseObject({ results: v.looseTuple([v.object({ id: v.string() })]) })
const Versions = v.looseObject({
  results: v.looseTuple([v.object({ version: v.number() }), v.object({ version: v.number() })]),
})
const Available = v.array(v.looseObject({ id: v.string() }))

export async function createWorld(service: Service): Promise<World> {
  const { ready, provider, receiver } = service
  const demo = (method: string, path: string, body?: unknown) =>
    callApi(ready.baseUrl, ready.apiKey, method, path, body)
  const other = (method: string, path: string, body?: unknown) =>
    callApi(ready.baseUrl, ready.otherOrganization.apiKey, method, path, body)
  const connector = { name: 'Stock', url: 'https://mcp.example.com/' }

  const [first, second] = [await demo('POST', '/agents/', { name: 'A' }), await demo('POST', '/agents/', { name: 'B' })]
  const from = freshCustomer()
  await provider.sendAsCustomer({ from, text: 'Hello' })
  const conversation = idOf(await demo('POST', '/conversations/', { toNumber: from }))
  await demo('POST', `/conversations/${conversation}/subscribe/`, { webhookId: ready.webhook.id })
  const delivery = await receiver.next(({ event }) => event === 'subscription.activated')
  const [number] = ready.numbers
  const numbers = v.parse(Numbers, (await demo('GET', '/phone-numbers/')).body).results
  const [foreignNumber] = v.parse(Numbers, (await other('GET', '/phone-numbers/')).body).results
  const now = Date.now()
  const replay = await startReplay(derivedId('demo organization', 'Demo'), ready.webhook.id, { since: now }, now)
  const [available] = v.parse(Available, (await demo('GET', '/available-numbers/')).body)

  const messages = await demo('GET', `/conversations/${conversation}/messages/`)
  const messageId = v.parse(Messages, messages.body).results[0].id

  const trials = `/agents/${idOf(first)}/trials/`
  const startTrial = async () => {
    const id = idOf(await demo('POST', trials, { text: 'Hello' }))
    await vi.waitFor(
      async () => expect(await demo('GET', `${trials}${id}/`)).toMatchObject({ body: { state: 'idle' } }),
      {
        timeout: 30_000,
        interval: 200,
      },
    )
    return id
  }
  const trial = await startTrial()
  const websiteTools = [{ url: 'https://shop.example/', prompt: '', daily: true }]
  const tool = idOf({
    body: Object((await demo('PATCH', `/agents/${idOf(first)}/`, { websiteTools })).body).websiteTools[0],
  })
  await vi.waitFor(
    async () =>
      expect(await demo('GET', `/agents/${idOf(first)}/`)).toMatchObject({
        body: { websiteTools: [{ reading: false, readAt: expect.any(String) }] },
      }),
    { timeout: 30_000, interval: 200 },
  )
  const proof = idOf(
    await demo('POST', `/agents/${idOf(first)}/proofs/`, {
      kind: 'customers',
      customers: [{ persona: 'calm', goal: 'a price', turns: 1 }],
    }),
  )

  /** Starts a conversation with a new customer. Returns the number. */
  const startCustomer = async () => {
    const toNumber = freshCustomer()
    await demo('POST', '/conversations/', { toNumber })
    return toNumber
  }
  const [known, same] = [await startCustomer(), await startCustomer()]
  /** Merges two customers. Returns the number of the one who remains, and the id of the other. */
  const mergeTwo = async () => {
    const [into, from] = [await startCustomer(), await startCustomer()]
    const merged = idOf(await demo('GET', `/customers/${from}/`))
    await demo('POST', `/customers/${into}/merges/`, { other: from })
    return { into, merged }
  }

  const own: Ids = {
    agentId: idOf(second),
    childAgentId: idOf(second),
    connectorId: idOf(await demo('POST', '/mcp-connectors/', connector)),
    webhookId: ready.webhook.id,
    accountIds: [ready.account.id],
    fromNumber: number?.number,
    phoneNumberId: numbers.find((each) => each.number === number?.number)?.id,
    toNumber: from,
    phoneNumber: from,
    email: 'demo@example.com',
    messageId,
    replyTo: messageId,
    other: same,
  }
  const foreign: Ids = {
    agentId: idOf(await other('POST', '/agents/', { name: 'Foreign' })),
    childAgentId: idOf(await other('POST', '/agents/', { name: 'Foreign too' })),
    connectorId: idOf(await other('POST', '/mcp-connectors/', connector)),
    webhookId: ready.otherOrganization.webhookId,
    accountIds: [randomUUID()],
    fromNumber: foreignNumber?.number,
    phoneNumberId: foreignNumber?.id,
  }

  const bodies = (endpoint: Endpoint): unknown[] => {
    if (endpoint.content && !endpoint.content['application/json']) return [form()]
    return examplesOf(endpoint).map((example) =>
      mapFields(example, (name, value, depth) => {
        if (name === 'id' && v.is(Uuid, value)) return depth > 0 ? undefined : available?.id
        // Documents are uploaded, and an agent is its own parent.
        if (name === 'documents' || name === 'parentAgentId') return undefined
        return name in own ? own[name] : value
      }),
    )
  }
  const create = async (noun: string) => {
    const collection = Object.values<Endpoint>(endpoints).find(
      ({ method, path }) => method === 'POST' && path === `/api/v1/${noun}/`,
    )
    if (!collection) throw new Error(`The matrix has no ${noun}: nothing creates one`)
    return idOf(await demo('POST', `/${noun}/`, bodies(collection)[0]))
  }
  /** Connects another number to the demo's organisation, and returns its digits. */
  const connectNumber = async () => {
    const digits = freshCustomer()
    const ids = {
      id: newId(),
      organizationId: derivedId('demo organization', 'Demo'),
      phoneNumberId: `matrix${digits}`,
    }
    await createNumber({ ...ids, number: digits, sandbox: false, connectedAt: Date.now() }, listenersToAll)
    return digits
  }
  const kept: Record<string, string> = {
    agents: idOf(first),
    conversations: conversation,
    'msg-accounts': ready.account.id,
    'phone-numbers': number?.number ?? '',
    'webhook-deliveries': delivery.deliveryId ?? '',
    webhooks: ready.webhook.id,
  }
  const urlWith = (endpoint: Endpoint, id: string) =>
    ready.baseUrl +
    endpoint.path
      .replace('{path+}', `${ready.account.waId}/phone_numbers`)
      .replace(/\{\w+\}/, () => id)
      .replace('{replayId}', replay.id)
      .replace('{trialId}', trial)
      .replace('{proofId}', proof)
      .replace('{toolId}', tool)
      .replace('{version}', '1')
      .replace('/merges/{id}', `/merges/${randomUUID()}`) +
    (endpoint.path.endsWith('/merge-preview/') ? `?other=${same}` : '')

  return {
    bodies,
    foreign,
    urlWith,
    async url(endpoint) {
      const noun = /^\/api\/v1\/([\w-]+)\/\{/.exec(endpoint.path)?.[1]
      if (noun === undefined) return urlWith(endpoint, 'nothing')
      if (endpoint.path.endsWith('/merge-preview/')) return urlWith(endpoint, known)
      if (endpoint === endpoints['customers/merge']) return urlWith(endpoint, await startCustomer())
      if (endpoint === endpoints['customers/undo-merge']) {
        const { into, merged } = await mergeTwo()
        return urlWith(endpoint, into).replace(/[^/]+\/$/, `${merged}/`)
      }
      // Erasing one that is known would delete the conversation.
      if (noun === 'customers') return urlWith(endpoint, freshCustomer())
      if (noun === 'phone-numbers' && endpoint.method === 'DELETE') return urlWith(endpoint, await connectNumber())
      if (endpoint.method === 'DELETE' && endpoint.path === `/api/v1/${noun}/{id}/`)
        return urlWith(endpoint, await create(noun))
      kept[noun] ??= await create(noun)
      const url = urlWith(endpoint, kept[noun])
      if (endpoint.path.includes('/versions/{version}/')) {
        const { results } = v.parse(Versions, (await demo('GET', `/agents/${kept.agents}/versions/`)).body)
        const [{ version: current }, { version: previous }] = results
        return url.replace('/versions/1/', `/versions/${endpoint.method === 'GET' ? current : previous}/`)
      }
      if (endpoint === endpoints['exams/run'])
        await demo('PUT', `/agents/${kept.agents}/exam/`, { enabled: false, sample: 1, criteria: ['Is polite.'] })
      if (endpoint === endpoints['agents/publish-draft'])
        await demo('PUT', `/agents/${kept.agents}/draft/`, { description: randomUUID() })
      const deletesTrial = endpoint.method === 'DELETE' && endpoint.path.includes('{trialId}')
      return deletesTrial ? url.replace(trial, await startTrial()) : url
    },
  }
}

function form(): FormData {
  const data = new FormData()
  data.append('file', new Blob([PNG], { type: 'image/png' }), 'picture.png')
  return data
}
