import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lowerCaseUuid, PhoneDigits, Uuid } from './fields.ts'
import { NumberHealth } from './number-health.ts'
import { PageQuery, pageOf } from './page.ts'

const Named = v.object({ id: Uuid, name: v.string() })

export const BusinessNumber = v.pipe(
  v.object({
    id: Uuid,
    number: PhoneDigits,
    msgPhoneNumberId: v.pipe(v.string(), v.description("The provider's id of the number.")),
    account: v.pipe(v.nullable(Named), v.description('Null for the sandbox number, which has no account.')),
    activeAgent: v.pipe(v.nullable(Named), v.description('The connected agent.')),
    defaultRouting: v.pipe(
      v.nullable(v.picklist(['agent', 'webhook', 'sandbox'])),
      v.description('Applies to conversations without a routing override. Null: messages are only stored.'),
    ),
    defaultWebhook: v.nullable(Named),
    isSandbox: v.boolean(),
    health: NumberHealth,
  }),
  v.description('A business number with its default routing.'),
)
export type BusinessNumber = v.InferOutput<typeof BusinessNumber>

/** The path parameter `{n}`. Accepts any string: a number that the organisation does not have is a 404. */
const NumberParams = v.object({ n: v.pipe(v.string(), v.description('Digits; a leading plus is accepted.')) })

const ApplyToExisting = v.pipe(
  v.optional(v.boolean(), false),
  v.description(
    'Whether to overwrite `activeAgent` of every existing conversation of the number, which ends its session. Routing overrides are kept.',
  ),
)

/** The entry of a changed routing. */
const ROUTED = {
  action: 'route',
  object: 'number',
  param: 'n',
  values: ['defaultRouting', 'activeAgent', 'defaultWebhook'],
} as const

const SANDBOX = 'Returns 400 for the sandbox number. Sends no lifecycle events.'

export const listPhoneNumbers = endpoint({
  method: 'GET',
  path: '/api/v1/phone-numbers/',
  tag: 'Phone numbers',
  summary: 'List the business numbers',
  description: "In ascending order. Includes the organisation's sandbox number.",
  query: PageQuery,
  response: pageOf(BusinessNumber),
  errors: [400],
})

export const getPhoneNumber = endpoint({
  method: 'GET',
  path: '/api/v1/phone-numbers/{n}/',
  tag: 'Phone numbers',
  summary: 'Get a business number',
  description: 'Returns 404 for a number that the organisation does not have.',
  params: NumberParams,
  response: BusinessNumber,
  errors: [404],
})

export const disconnectPhoneNumber = endpoint({
  method: 'DELETE',
  path: '/api/v1/phone-numbers/{n}/',
  tag: 'Phone numbers',
  role: 'admin',
  summary: 'Disconnect a business number',
  description:
    'The number leaves the organisation, which receives no more of its messages and events. Its conversations can be read, but sending in them is a 409 with the reason `number_disconnected`. Subscriptions of webhooks to it end. It can be connected again, also by another organisation. Returns 400 for the sandbox number.',
  params: NumberParams,
  errors: [400, 404, 409],
  audit: { action: 'disconnect', object: 'number', param: 'n' },
})

export const NumberSubscribeInput = v.pipe(
  v.object({
    webhookId: v.pipe(
      v.string(),
      v.description('A webhook that the owner of the API key created.'),
      v.transform(lowerCaseUuid),
    ),
    applyToExisting: ApplyToExisting,
  }),
  v.description('The webhook to route a number to by default.'),
)

export const subscribePhoneNumber = endpoint({
  method: 'POST',
  path: '/api/v1/phone-numbers/{n}/subscribe/',
  tag: 'Phone numbers',
  role: 'admin',
  summary: 'Route a number to a webhook by default',
  description: `Disconnects the agent. ${SANDBOX}`,
  params: NumberParams,
  body: NumberSubscribeInput,
  response: BusinessNumber,
  errors: [400, 404],
  audit: ROUTED,
})

export const ConnectAgentInput = v.pipe(
  v.object({ agentId: Uuid, applyToExisting: ApplyToExisting }),
  v.description('The agent to connect to a number by default.'),
)

export const connectAgent = endpoint({
  method: 'POST',
  path: '/api/v1/phone-numbers/{n}/connect-agent/',
  tag: 'Phone numbers',
  role: 'admin',
  summary: 'Connect an agent to a number by default',
  description: `Removes the subscribed webhook. ${SANDBOX}`,
  params: NumberParams,
  body: ConnectAgentInput,
  response: BusinessNumber,
  errors: [400, 404],
  audit: ROUTED,
})

export const NumberUnsubscribeInput = v.pipe(
  v.object({ applyToExisting: ApplyToExisting }),
  v.description('Whether clearing the default routing applies to existing conversations.'),
)

export const unsubscribePhoneNumber = endpoint({
  method: 'POST',
  path: '/api/v1/phone-numbers/{n}/unsubscribe/',
  tag: 'Phone numbers',
  role: 'admin',
  summary: 'Clear the default routing of a number',
  description: `Removes the connected agent and the subscribed webhook. Messages are only stored. ${SANDBOX}`,
  params: NumberParams,
  body: NumberUnsubscribeInput,
  bodyOptional: true,
  response: BusinessNumber,
  errors: [400, 404],
  audit: ROUTED,
})
