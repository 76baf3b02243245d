import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { uploadTo } from '../../agents/agent-fixtures.ts'
import { callApi, freshCustomer, idOf } from '../../support/service.ts'
import { startLink } from '../sign-up.ts'

/** One object per type that the dashboard shows, in the demo organisation. */
export interface DemoData {
  /** Returns the id of an object by its name, and creates the object at the first call. */
  idOf(name: string): Promise<string>
  createAll(): Promise<void>
}

const ATTEMPTS = 4
const Messages = v.looseObject({ results: v.array(v.looseObject({ id: v.string() })) })

export function demoDataOf(service: Service): DemoData {
  const { ready, provider, receiver } = service
  const from = freshCustomer()
  const create = async (path: string, body: object) => {
    const response = await callApi(ready.baseUrl, ready.apiKey, 'POST', path, body)
    if (response.status !== 201)
      throw new Error(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
    return idOf(response)
  }
  const deliveryOf = async (text: string, attempts = 1) => {
    await provider.sendAsCustomer({ from, text })
    let id = ''
    for (let attempt = 0; attempt < attempts; attempt++)
      ({ deliveryId: id = '' } = await receiver.next(({ body }) => body.includes(text), 60_000))
    return id
  }
  const creators: Readonly<Record<string, () => string | Promise<string>>> = {
    account: () => ready.account.id,
    number: () => ready.numbers[0]?.number ?? '',
    webhook: () => ready.webhook.id,
    demoAgent: () => ready.agent.id,
    delivered: () => deliveryOf('Where is my order?'),
    failed() {
      const { pathname } = new URL(ready.webhook.url)
      receiver.behave(pathname, [...Array.from({ length: ATTEMPTS }, () => ({ status: 503 })), { status: 200 }])
      return deliveryOf('And my refund?', ATTEMPTS)
    },
    conversation: () => create('/conversations/', { toNumber: from }),
    async traced() {
      await deliveryOf('Where has this been?')
      const id = await known('conversation')
      const { body } = await callApi(ready.baseUrl, ready.apiKey, 'GET', `/conversations/${id}/messages/`)
      const [latest] = v.parse(Messages, body).results
      return `${id}/trace/${latest?.id}`
    },
    async template() {
      const id = await create('/msg-templates/', {
        name: 'order_ships',
        category: 'UTILITY',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Your order' },
          { type: 'BODY', text: 'Hi {{1}}, it ships on Friday.', example: { body_text: [['Alex']] } },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
        ],
      })
      const accounts = { accountIds: [ready.account.id] }
      await callApi(ready.baseUrl, ready.apiKey, 'PUT', `/msg-templates/${id}/publish/`, accounts)
      return id
    },
    connector: () =>
      create('/mcp-connectors/', {
        name: 'Stock',
        url: 'https://mcp.example.com/',
        headers: { Authorization: 'Bearer 2f6c9d0b' },
      }),
    async agent() {
      const [connectorId, templateId] = [await known('connector'), await known('template')]
      const id = await create('/agents/', {
        name: 'Shop assistant',
        systemPrompt: 'You are the assistant of a bicycle shop.',
        icebreakers: ['Where is my order?'],
        tools: [
          {
            name: 'track_order',
            description: 'Returns the location of an order.',
            creditCost: 1,
            apiSchema: {
              url: 'https://shop.example.com/orders',
              method: 'POST',
              request_headers: { Authorization: { input: { type: 'value', value: 'Bearer 2f6c9d0b' } } },
              request_body: { order: { input: { type: 'description', description: 'The order number.' } } },
            },
          },
        ],
        websiteTools: [{ url: 'https://shop.example.com/returns', prompt: 'How to return something.' }],
        memoryKeys: [
          { key: 'frameSize', type: 'number', initialValue: '', whenToUpdate: 'When the customer mentions it.' },
        ],
        handoffTools: [{ childAgentId: ready.agent.id, description: 'The customer wants to return something.' }],
        mcpConfigs: [{ connectorId, toolWhitelist: null }],
        wakeUpConfigs: [{ description: 'Ask whether it arrived.', forceMessage: false }],
        outboundTriggers: [{ templateId, templateName: 'order_ships' }],
      })
      const file = new File(['We take bicycles back for 30 days.'], 'returns.txt', { type: 'text/plain' })
      await uploadTo(service, `/agents/${id}/documents/`, file, {}, {})
      return id
    },
    linkSession: async () => (await startLink(service)).id,
  }
  const created = new Map<string, string>()
  const known = async (name: string): Promise<string> => {
    const id = created.get(name) ?? (await creators[name]?.())
    if (id === undefined) throw new Error(`The demo data has no ${name}`)
    created.set(name, id)
    return id
  }
  return {
    idOf: known,
    async createAll() {
      for (const name of Object.keys(creators)) await known(name)
    },
  }
}
