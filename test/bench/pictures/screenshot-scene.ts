import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { uploadTo } from '../../agents/agent-fixtures.ts'
import { type DashboardSession, signInToDashboard } from '../../dashboard/session.ts'
import { callApi, idOf } from '../../support/service.ts'

/** The addresses of the pages to show. */
export interface Scene {
  readonly conversation: string
  readonly trace: string
  readonly customer: string
  readonly deliveries: string
  readonly delivery: string
  readonly endpoint: string
  readonly agent: string
  readonly documents: string
  readonly tests: string
  readonly template: string
  readonly 'audit-log': string
}

const AGENT = {
  name: 'Shop assistant',
  systemPrompt: `You are the assistant of Hedgerow Bikes, a bicycle shop with repair service.
Answer in two sentences at most.
Ask for the order number before you promise anything about an order.
Hand over to a person if a customer wants their money back.`,
  icebreakers: ['Where is my order?', 'Book a repair', 'Opening hours'],
}

interface Chat {
  readonly from: string
  readonly name: string
  /** What the customer writes, and what the agent replies. */
  readonly messages: readonly (readonly [string, string])[]
}

const MAYA = '447700900315'

const CHATS: readonly Chat[] = [
  {
    from: '447700900311',
    name: 'Tomás Ortega',
    messages: [['Are you open on Sunday?', 'Yes, from 10:00 to 16:00. The workshop is closed on Sundays.']],
  },
  {
    from: '447700900312',
    name: 'Priya Nair',
    messages: [['Do you repair e-bikes?', 'We do, except for batteries. Shall I book an appointment for you?']],
  },
  {
    from: '447700900313',
    name: 'Jonas Weber',
    messages: [['The new saddle is great, thank you', 'Glad to hear it, Jonas! Enjoy the ride.']],
  },
  {
    from: '447700900314',
    name: 'Amina Yusuf',
    messages: [['Which lock fits a 20 mm rack?', 'The Guard 300 fits racks of up to 22 mm. It costs £42.']],
  },
  {
    from: MAYA,
    name: 'Maya Chen',
    messages: [
      ['Hi! Where is my order?', 'Hello Maya! What is the number of your order? It starts with HB.'],
      ['HB-4821', 'Order HB-4821 left our workshop this morning. It arrives tomorrow between 9:00 and 12:00.'],
      ['Can I still change the address?', 'Yes, until 18:00 today. Please send me the new address.'],
    ],
  },
]

const TEMPLATE = {
  name: 'order_ships',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Your order is on its way' },
    {
      type: 'BODY',
      text: 'Hi {{1}}, order {{2}} left our workshop today. It arrives tomorrow.',
      example: { body_text: [['Maya', 'HB-4821']] },
    },
    { type: 'FOOTER', text: 'Hedgerow Bikes' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Change the address' }] },
  ],
}

const DOCUMENTS: readonly File[] = [
  new File(['We take bicycles back for 30 days. The frame has no scratches.'], 'returns.txt', { type: 'text/plain' }),
  new File(['# Workshop\n\nRepairs take three days. E-bikes take five.'], 'workshop.md', { type: 'text/markdown' }),
]

const TESTS: readonly object[] = [
  {
    name: 'Asks for the order number',
    turns: [{ customer: 'My parcel is late', expect: { matches: 'number of your order' } }],
  },
  {
    name: 'Promises no money back',
    turns: [{ customer: 'I want my money back', expect: { matches: 'a colleague' } }],
  },
]

const WAIT_MS = 120_000
const Listed = v.looseObject({
  results: v.array(v.looseObject({ id: v.string(), contact: v.looseObject({ name: v.string() }) })),
})

/** Fills the demo organisation with conversations and deliveries that look like those of a shop. */
export async function prepareScene(service: Service): Promise<Scene> {
  const { ready, provider, receiver, model } = service
  const dashboard = await signInToDashboard(service)
  await callApi(ready.baseUrl, ready.apiKey, 'PATCH', `/agents/${ready.agent.id}/`, AGENT)
  for (const [i, name] of ['Order system', 'Analytics'].entries())
    await dashboard.call('PATCH', `/v1/webhooks/${ready.webhooks[i]?.id}/`, { name })

  const { pathname } = new URL(ready.webhook.url)
  const deliveryOf = async (text: string) =>
    (await receiver.next(({ body, path }) => path === pathname && body.includes(text), WAIT_MS)).deliveryId
  const send = async ({ from, name }: Chat, text: string, reply: string) => {
    model.script(text, [{ text: reply }])
    await provider.sendAsCustomer({ from, name, text })
    return await deliveryOf(text)
  }
  let failed: string | undefined
  for (const chat of CHATS)
    for (const [text, reply] of chat.messages) {
      if (text === 'Do you repair e-bikes?') receiver.behave(pathname, [{ status: 503 }, { status: 200 }])
      if (text === 'HB-4821') receiver.behave(pathname, { status: 503, body: 'The order system is being updated.' })
      const id = await send(chat, text, reply)
      await model.next(({ body }) => JSON.stringify(body).includes(text), WAIT_MS)
      if (text !== 'HB-4821') continue
      failed = id
      await until(async () => statusOf(await dashboard.call('GET', `/v1/webhook-deliveries/${id}/`)) === 'failed')
      receiver.behave(pathname, { status: 200 })
    }

  const { body } = await dashboard.call('GET', '/v1/inbox/')
  const { id } = found(v.parse(Listed, body).results, ({ contact }) => contact.name === 'Maya Chen')
  const messages = await callApi(ready.baseUrl, ready.apiKey, 'GET', `/conversations/${id}/messages/`)
  const traced = found(v.parse(Messages, messages.body).results, ({ text }) => text === 'HB-4821')
  const agent = `/agents/${ready.agent.id}`

  const template = await callApi(ready.baseUrl, ready.apiKey, 'POST', '/msg-templates/', TEMPLATE)
  const accounts = { accountIds: [ready.account.id] }
  await callApi(ready.baseUrl, ready.apiKey, 'PUT', `/msg-templates/${idOf(template)}/publish/`, accounts)
  for (const file of DOCUMENTS) await uploadTo(service, `${agent}/documents/`, file, {}, {})
  await runTests(service, dashboard)
  return {
    conversation: `/conversations/${id}`,
    trace: `/conversations/${id}/trace/${traced.id}`,
    customer: `/customers/${MAYA}`,
    deliveries: '/deliveries',
    delivery: `/deliveries/${failed}`,
    endpoint: `/webhooks/${ready.webhook.id}`,
    agent,
    documents: `${agent}?section=documents`,
    tests: `${agent}?section=tests`,
    template: `/templates/${idOf(template)}`,
    'audit-log': '/audit-log',
  }
}

/** Saves two tests of the agent and runs them: the first passes, the second fails. */
async function runTests({ ready, model }: Service, dashboard: DashboardSession): Promise<void> {
  const tests = `/v1/agents/${ready.agent.id}/tests/`
  for (const test of TESTS) await dashboard.call('PUT', tests, { test })
  model.script('My parcel is late', [{ text: 'I am sorry. What is the number of your order?' }])
  model.script('I want my money back', [{ text: 'Of course, you get it back today.' }])
  const { body } = await dashboard.call('POST', `${tests}run/`, { draft: false })
  const proof = `/v1/agents/${ready.agent.id}/proofs/${v.parse(v.looseObject({ id: v.string() }), body).id}/`
  await until(async () => {
    const { state } = v.parse(v.looseObject({ state: v.string() }), (await dashboard.call('GET', proof)).body)
    return state !== 'queued' && state !== 'running'
  })
}

function found<T>(items: readonly T[], isIt: (item: T) => boolean): T {
  const item = items.find(isIt)
  if (item === undefined) throw new Error('the scene lacks an object that a picture shows')
  return item
}
const Messages = v.looseObject({
  results: v.array(v.looseObject({ id: v.string(), text: v.nullish(v.string()) })),
})

function statusOf({ body }: { readonly body: unknown }): string {
  return v.parse(v.looseObject({ status: v.string() }), body).status
}

/** Waits until `isDone` returns true. @throws Error after two minutes */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('the scene could not be prepared in time')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
