import type { Service } from '@messaging/local/start-service.ts'
import { uploadTo } from '../../agents/agent-fixtures.ts'
import { callApi, freshCustomer, idOf } from '../../support/service.ts'
import { startLink } from '../sign-up.ts'

/** The ids of one object per type that the dashboard shows. */
export interface DemoData {
  readonly account: string
  readonly agent: string
  readonly connector: string
  readonly conversation: string
  readonly delivered: string
  readonly failed: string
  readonly linkSession: string
  readonly number: string
  readonly template: string
  readonly webhook: string
}

/** Creates one object per type that the dashboard shows, in the demo organisation. */
export async function createDemoData(service: Service): Promise<DemoData> {
  const { ready, provider, receiver } = service
  const create = async (path: string, body: object) => {
    const response = await callApi(ready.baseUrl, ready.apiKey, 'POST', path, body)
    if (response.status !== 201)
      throw new Error(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
    return idOf(response)
  }
  const { pathname } = new URL(ready.webhook.url)
  const from = freshCustomer()
  const deliveryOf = async (text: string) => {
    await provider.sendAsCustomer({ from, text })
    const { deliveryId = '' } = await receiver.next(({ body }) => body.includes(text), 60_000)
    return deliveryId
  }
  const delivered = await deliveryOf('Where is my order?')
  receiver.behave(pathname, [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }, { status: 200 }])
  const failed = await deliveryOf('And my refund?')
  const conversation = await create('/conversations/', { toNumber: from })
  const template = await create('/msg-templates/', {
    name: 'order_ships',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Your order' },
      { type: 'BODY', text: 'Hi {{1}}, it ships on Friday.', example: { body_text: [['Alex']] } },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
    ],
  })
  const publish = `/msg-templates/${template}/publish/`
  await callApi(ready.baseUrl, ready.apiKey, 'PUT', publish, { accountIds: [ready.account.id] })
  const connector = await create('/mcp-connectors/', {
    name: 'Stock',
    url: 'https://mcp.example.com/',
    headers: { Authorization: 'Bearer 2f6c9d0b' },
  })
  const agent = await create('/agents/', {
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
    mcpConfigs: [{ connectorId: connector, toolWhitelist: null }],
    wakeUpConfigs: [{ description: 'Ask whether it arrived.', forceMessage: false }],
    outboundTriggers: [{ templateId: template, templateName: 'order_ships' }],
  })
  const file = new File(['We take bicycles back for 30 days.'], 'returns.txt', { type: 'text/plain' })
  await uploadTo(service, `/agents/${agent}/documents/`, file, {}, {})
  const { id: linkSession } = await startLink(service)
  const [number] = ready.numbers
  return {
    account: ready.account.id,
    agent,
    connector,
    conversation,
    delivered,
    failed,
    linkSession,
    number: number?.number ?? '',
    template,
    webhook: ready.webhook.id,
  }
}
