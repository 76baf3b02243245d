import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { None, PhoneNumber, Uuid } from './fields.ts'
import { TemplateInput } from './messages.ts'
import { PageQuery, pageOf } from './page.ts'
import { Referral } from './referral.ts'

/** One customer on one business number (spec, Conversation). Fields the spec types as string stay strings. */
export const Conversation = v.object({
  id: Uuid,
  contact: v.object({ id: Uuid, phoneNumber: v.string(), name: v.string() }),
  activeAgent: v.pipe(v.string(), v.description("The agent's id, or an empty string.")),
  msgNumber: v.pipe(v.string(), v.description('The business number of the conversation, digits without plus.')),
  chatWindowRemainingTime: v.pipe(
    v.string(),
    v.description('Whole seconds left in the service window, as digits; `0` when it is closed.'),
  ),
  lastMessage: v.pipe(v.string(), v.description('Text of the last message.')),
  isHumanTakeover: v.pipe(v.string(), v.description('`true` or `false`.')),
  active: v.pipe(v.string(), v.description('`true` when the customer wrote within the service window, else `false`.')),
  routing: v.pipe(
    v.nullable(v.picklist(['agent', 'webhook'])),
    v.description("The conversation's own routing; null when it follows its number's `defaultRouting`."),
  ),
  webhookId: v.pipe(v.string(), v.description('The webhook in force, or an empty string.')),
  routingOverride: v.pipe(v.string(), v.description('`true` when the conversation has a routing of its own.')),
  activeSupportHandoff: v.string(),
  supportHandoffs: v.string(),
  commerceCustomer: v.string(),
  latestReferral: v.nullable(Referral),
})
export type Conversation = v.InferOutput<typeof Conversation>

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/',
  tag: 'Conversations',
  summary: 'List conversations',
  description:
    'Newest activity first; to two minutes only while more than 1,000 conversations are active within two minutes. A page that is filtered can hold fewer results than `limit`, or none, and still have a `next`.',
  query: v.object({
    ...PageQuery.entries,
    msgNumber: v.pipe(v.optional(PhoneNumber), v.description('Only those of this business number.')),
    contact: v.pipe(v.optional(PhoneNumber), v.description('Only those with the contact of this phone number.')),
    active: v.pipe(
      v.optional(v.picklist(['true', 'false'], 'must be true or false')),
      v.description('Only those whose customer wrote within the service window, or only the others.'),
    ),
  }),
  response: pageOf(Conversation),
  errors: [400],
})

export const createConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/',
  tag: 'Conversations',
  summary: 'Start a conversation with a contact',
  description:
    'Answers the existing conversation when the contact already has one on that number. Another `agentId` starts a new session; routing does not change.',
  body: v.pipe(
    v.object({
      toNumber: v.pipe(v.optional(PhoneNumber), v.description('Phone number of the contact.')),
      fromNumber: v.pipe(
        v.optional(PhoneNumber),
        v.description("Business number to send from. Defaults to the organisation's only number, or to the agent's."),
      ),
      agentId: v.pipe(v.optional(Uuid), v.description('Agent to start with.')),
      phoneNumber: v.pipe(v.optional(PhoneNumber), v.description('Use toNumber.'), v.metadata({ deprecated: true })),
      message: v.pipe(v.optional(TemplateInput), v.description('A template to send at once.')),
    }),
    v.forward(
      v.check(({ toNumber, phoneNumber }) => (toNumber ?? phoneNumber) !== undefined, 'is required'),
      ['toNumber'],
    ),
  ),
  status: 201,
  response: Conversation,
  errors: [400, 409, 502],
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/{id}/',
  tag: 'Conversations',
  summary: 'Get a conversation',
  response: Conversation,
  errors: [404],
})

export const subscribeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/subscribe/',
  tag: 'Conversations',
  summary: 'Route a conversation to a webhook',
  description:
    'Sends `subscription.activated` to the webhook, and `subscription.revoked` to the one it takes over from. The same webhook again changes nothing.',
  body: v.object({ webhookId: v.pipe(v.string(), v.description('A webhook that the owner of the API key created.')) }),
  response: Conversation,
  errors: [400, 404, 409],
})

export const unsubscribeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/unsubscribe/',
  tag: 'Conversations',
  summary: "Clear a conversation's own routing",
  description: "The conversation follows its number's default again.",
  body: None,
  bodyOptional: true,
  response: Conversation,
  errors: [400, 404, 409],
})

/** Body of the routing endpoint: a webhook needs its id, every other mode must not carry one (spec, Routing validation). */
export const RoutingInput = v.pipe(
  v.object({
    mode: v.pipe(
      v.nullable(
        v.picklist(
          ['agent', 'webhook', 'inherit'],
          'must be agent, webhook, inherit or null; sandbox cannot be chosen',
        ),
      ),
      v.description("`null` and `inherit` clear the conversation's own routing."),
    ),
    webhookId: v.pipe(v.nullish(v.string()), v.description('Required when, and only when, mode is `webhook`.')),
    agentId: v.pipe(v.nullish(Uuid), v.description('The agent to answer; only with mode `agent`.')),
  }),
  v.forward(
    v.check(({ mode, webhookId }) => mode !== 'webhook' || Boolean(webhookId), 'is required when mode is webhook'),
    ['webhookId'],
  ),
  v.forward(
    v.check(({ mode, webhookId }) => mode === 'webhook' || webhookId == null, 'is allowed only when mode is webhook'),
    ['webhookId'],
  ),
  v.forward(
    v.check(({ mode, agentId }) => mode === 'agent' || agentId == null, 'is allowed only when mode is agent'),
    ['agentId'],
  ),
)
export type RoutingInput = v.InferOutput<typeof RoutingInput>

export const routeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/routing/',
  tag: 'Conversations',
  summary: "Set a conversation's own routing",
  body: RoutingInput,
  response: Conversation,
  errors: [400, 404, 409],
})
