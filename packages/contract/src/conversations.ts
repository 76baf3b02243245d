import * as v from 'valibot'
import { ControlHolder } from './control-holder.ts'
import { CustomerKey, contactIds } from './customer-key.ts'
import { endpoint } from './endpoint.ts'
import { anyRule, Id, lowerCaseUuid, None, PHONE_NUMBER_PATTERN, PhoneDigits, PhoneNumber, Uuid } from './fields.ts'
import { MemoryValues } from './memory-values.ts'
import { TemplateMessageInput } from './messages.ts'
import { exampleId } from './openapi/nouns.ts'
import { PageQuery, pageOf } from './page.ts'
import { Referral } from './referral.ts'

const Contact = v.object({
  id: v.pipe(Uuid, v.description('The customer: stays the same for every number, user id and spelling.')),
  phoneNumber: v.pipe(PhoneDigits, v.description('An empty string if the customer shares no number.')),
  name: v.string(),
  ...contactIds,
})

export const Conversation = v.pipe(
  v.object({
    id: Uuid,
    contact: Contact,
    activeAgent: v.pipe(
      v.string(),
      v.description('The id of the agent that answers, or an empty string without one. A deleted agent is not shown.'),
    ),
    msgNumber: v.pipe(
      v.string(),
      v.description('The business number of the conversation: digits without plus. Events have it with a plus.'),
    ),
    chatWindowRemainingTime: v.pipe(
      v.string(),
      v.description('Seconds left in the service window, as a string of digits; `0` if it is closed.'),
    ),
    lastMessage: v.pipe(v.string(), v.description('The text of the last message.')),
    isHumanTakeover: v.pipe(v.string(), v.description('`true` or `false`.')),
    active: v.pipe(v.string(), v.description('`true` if the service window is open, otherwise `false`.')),
    routing: v.pipe(
      v.nullable(v.picklist(['agent', 'webhook'])),
      v.description("The routing override; null if the number's `defaultRouting` applies."),
    ),
    webhookId: v.pipe(
      v.string(),
      v.description(
        'The webhook that receives the messages, or an empty string without one. A deleted webhook is not shown.',
      ),
    ),
    routingOverride: v.pipe(
      v.string(),
      v.description('`true` if the conversation has a routing override, otherwise `false`.'),
    ),
    activeSupportHandoff: v.pipe(
      v.string(),
      v.description(
        'JSON: why the agent asked for a person, `{"id", "reason", "summary", "agentId", "since"}`. The agent is silent until handback, or until another agent is connected. An empty string if it did not ask.',
      ),
    ),
    supportHandoffs: v.pipe(
      v.string(),
      v.description(
        'JSON: the latest five times that an agent asked for a person, oldest first, `[{"id", "reason", "agentId", "since", "endedAt"}]`; `endedAt` is the time of the handback or of the connection of another agent, or null. An empty string if no agent asked.',
      ),
    ),
    commerceCustomer: v.string(),
    latestReferral: v.nullable(Referral),
    control: v.pipe(
      v.optional(ControlHolder),
      v.description(
        'Who answers the customer: `service`, with its agents and people, or `other_agent`, another agent on the number. Absent if no other agent ever answered.',
      ),
    ),
  }),
  v.description('A conversation with one customer on one business number.'),
)
export type Conversation = v.InferOutput<typeof Conversation>

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/',
  tag: 'Conversations',
  summary: 'List conversations',
  description:
    'Newest activity first. The order is accurate to five minutes if more than 1,000 conversations are active within five minutes. A filtered page may contain fewer results than `limit`, or no results, and still have a `next`. With `active`, `count` is an estimate if more than 1,000 conversations were active within the service window.',
  query: v.object({
    ...PageQuery.entries,
    msgNumber: v.pipe(v.optional(PhoneNumber), v.description('Only conversations on this business number.')),
    contact: v.pipe(
      v.optional(CustomerKey),
      v.description('Only conversations with this contact: `contact.id`, a phone number, or `user:` and a user id.'),
    ),
    active: v.pipe(
      v.optional(v.picklist(['true', 'false'], 'must be true or false')),
      v.description(
        '`true`: only conversations with an open service window. `false`: only conversations with a closed one.',
      ),
    ),
  }),
  response: pageOf(Conversation),
  errors: [400],
})

export const ConversationInput = v.pipe(
  v.object({
    toNumber: v.pipe(
      v.optional(CustomerKey),
      v.description('Phone number of the contact, `contact.id`, or `user:` and a user id.'),
    ),
    fromNumber: v.pipe(
      v.optional(PhoneNumber),
      v.description("Business number to send from. Defaults to the organisation's only number, or to the agent's."),
    ),
    agentId: v.pipe(v.optional(Uuid), v.description('The agent to start with.')),
    phoneNumber: v.pipe(
      v.optional(v.fallback(v.string(), '')),
      v.description('Use toNumber. Ignored if toNumber is set.'),
      v.metadata({ deprecated: true }),
    ),
    message: v.pipe(v.optional(TemplateMessageInput), v.description('A template to send immediately.')),
    requireOpenWindow: v.pipe(
      v.optional(v.boolean()),
      v.description(
        'Refuses the call with the code `window_closed` if only templates can be sent to the contact. Then it creates nothing.',
      ),
    ),
    memory: v.pipe(
      v.optional(MemoryValues),
      v.description('What the agent of the conversation remembers of the contact from now on.'),
    ),
  }),
  v.description('The contact and the number of a conversation to start.'),
  anyRule(
    { properties: { toNumber: { type: 'string' } }, required: ['toNumber'] },
    { properties: { phoneNumber: { type: 'string', pattern: PHONE_NUMBER_PATTERN } }, required: ['phoneNumber'] },
  ),
  // The numbers of the demo. An agent and a template of the example would not exist.
  v.examples([{ toNumber: '447700900200', fromNumber: '447700900100' }]),
  v.forward(
    v.check(({ toNumber, phoneNumber }) => Boolean(toNumber ?? phoneNumber), 'is required'),
    ['toNumber'],
  ),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { toNumber, phoneNumber, ...others } = value
    const contact = toNumber === undefined ? v.safeParse(PhoneNumber, phoneNumber) : v.safeParse(CustomerKey, toNumber)
    if (contact.success) return { ...others, toNumber: contact.output }
    const path = [{ type: 'object', origin: 'value', input: value, key: 'phoneNumber', value: phoneNumber }] as const
    for (const { message } of contact.issues) addIssue({ message, path: [...path] })
    return NEVER
  }),
)

export const createConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/',
  tag: 'Conversations',
  summary: 'Start a conversation with a contact',
  description:
    'Returns the existing conversation if the contact already has one on the number. A different `agentId` starts a new session. Routing does not change.',
  body: ConversationInput,
  status: 201,
  response: Conversation,
  errors: [400, 409, 502],
  audit: { action: 'create', object: 'conversation' },
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/{id}/',
  tag: 'Conversations',
  summary: 'Get a conversation',
  description: 'Its messages have an operation of their own.',
  response: Conversation,
  errors: [404],
})

export const SubscribeInput = v.pipe(
  v.object({
    webhookId: v.pipe(
      v.string(),
      v.description('A webhook that the owner of the API key created.'),
      v.transform(lowerCaseUuid),
    ),
  }),
  v.description('The webhook to route a conversation to.'),
)

export const subscribeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/subscribe/',
  tag: 'Conversations',
  summary: 'Route a conversation to a webhook',
  description:
    'Sends `subscription.activated` to the webhook and `subscription.revoked` to the previous webhook. Repeating the request changes nothing.',
  body: SubscribeInput,
  response: Conversation,
  errors: [400, 404, 409],
  audit: { action: 'route', object: 'conversation' },
})

export const unsubscribeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/unsubscribe/',
  tag: 'Conversations',
  summary: 'Clear the routing override of a conversation',
  description: 'The default routing of the number applies again.',
  body: None,
  bodyOptional: true,
  response: Conversation,
  errors: [400, 404, 409],
  audit: { action: 'route', object: 'conversation' },
})

export const RoutingInput = v.pipe(
  v.object({
    mode: v.pipe(
      v.nullable(
        v.picklist(
          ['agent', 'webhook', 'inherit'],
          'must be agent, webhook, inherit or null; sandbox cannot be chosen',
        ),
      ),
      v.description('`null` and `inherit` clear the routing override.'),
    ),
    webhookId: v.pipe(v.nullish(Id), v.description('Required when, and only when, mode is `webhook`.')),
    agentId: v.pipe(v.nullish(Uuid), v.description('The agent that replies. Allowed only when mode is `agent`.')),
  }),
  v.description('The routing override. `webhookId` is required when, and only when, `mode` is `webhook`.'),
  anyRule(
    {
      properties: {
        mode: { enum: ['webhook'] },
        webhookId: { type: 'string', minLength: 1 },
        agentId: { type: 'null' },
      },
      required: ['mode', 'webhookId'],
    },
    { properties: { mode: { enum: ['agent'] }, webhookId: { type: 'null' } }, required: ['mode'] },
    {
      properties: { mode: { enum: ['inherit', null] }, webhookId: { type: 'null' }, agentId: { type: 'null' } },
      required: ['mode'],
    },
  ),
  v.examples([{ mode: 'webhook', webhookId: exampleId('webhook') }]),
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
  summary: 'Set the routing override of a conversation',
  description:
    'Sends `subscription.activated` and `subscription.revoked` to the webhooks that gain and lose the conversation. Returns 400 for a conversation of the sandbox number.',
  body: RoutingInput,
  response: Conversation,
  errors: [400, 404, 409],
  audit: { action: 'route', object: 'conversation' },
})
