import * as v from 'valibot'
import * as items from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, PhoneNumber, Uuid } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'

/** The organisation that owns an agent (spec, AgentOrganization). */
export const AgentOrganization = v.object({ id: Uuid, name: v.string(), isPersonal: v.boolean() })

/** A number that an agent is connected to (spec, AgentPhoneNumber). */
export const AgentPhoneNumber = v.object({
  msgPhoneNumberId: v.pipe(v.string(), v.description("The provider's id of the number.")),
  msgBusinessAccountId: v.pipe(v.string(), v.description('The id of its messaging account.')),
  wabaId: v.pipe(v.string(), v.description("The provider's id of that account.")),
  phoneNumber: v.pipe(v.string(), v.description('Digits without plus.')),
})

const Opaque = v.pipe(v.string(), v.description('Reserved; always empty.'))
const Digits = v.pipe(v.string(), v.regex(/^\d+$/), v.description('A count, as digits.'))

/** An agent (spec, Agent). Secrets are masked for read keys and for users it is shared with. */
export const Agent = v.object({
  id: Uuid,
  name: v.string(),
  description: v.string(),
  systemPrompt: v.string(),
  firstMessage: v.string(),
  profilePicture: v.pipe(v.string(), v.description('A signed URL of the picture, good for an hour, or empty.')),
  icebreakers: items.Json,
  llmModel: v.nullable(v.string()),
  tools: v.array(items.AgentTool),
  documents: v.array(items.AgentDocument),
  memoryKeys: v.array(items.AgentMemoryKey),
  wakeUpConfigs: v.array(items.AgentWakeUpConfig),
  outboundTriggers: v.array(items.AgentOutboundTrigger),
  websiteTools: v.array(items.AgentWebsiteTool),
  imageGenerateTools: v.array(items.AgentImageGenerateTool),
  handoffTools: v.array(items.AgentHandoffTool),
  mcpConfigs: v.array(items.AgentMcpConfig),
  supportTools: Opaque,
  paywallConfig: Opaque,
  adConfig: Opaque,
  creditSettings: Opaque,
  voiceCallConfig: Opaque,
  organization: v.nullable(AgentOrganization),
  phoneNumbers: v.array(AgentPhoneNumber),
  totalMessages: Digits,
  totalSessions: Digits,
  connectUrl: v.pipe(
    v.string(),
    v.description(
      "Opens a chat with the agent: `https://wa.me/<its number>`, or while it has none `https://wa.me/<sandbox number>?text=` with the percent-encoded text `/connect:<the agent's id>`.",
    ),
  ),
  createdAt: DateTime,
})
export type Agent = v.InferOutput<typeof Agent>

const atMost = <Item extends v.GenericSchema>(count: number, item: Item) =>
  v.optional(v.pipe(v.array(item), v.maxLength(count, `must be at most ${count} items`)))

/** What of an agent can be written. An array that is sent replaces the stored one; what is not sent stays. */
const writable = {
  description: v.optional(v.string()),
  systemPrompt: v.optional(v.string()),
  firstMessage: v.optional(v.string()),
  icebreakers: v.pipe(v.optional(items.Json), v.description('Texts to choose from at first contact.')),
  llmModel: v.optional(v.nullable(v.string())),
  tools: v.optional(v.array(items.AgentToolInput)),
  documents: atMost(100, items.AgentDocumentInput),
  memoryKeys: v.optional(v.array(items.AgentMemoryKeyInput)),
  wakeUpConfigs: v.optional(v.array(items.AgentWakeUpConfigInput)),
  outboundTriggers: atMost(40, items.AgentOutboundTriggerInput),
  websiteTools: atMost(100, items.AgentWebsiteToolInput),
  imageGenerateTools: v.optional(v.array(items.AgentImageGenerateToolInput)),
  handoffTools: atMost(100, items.AgentHandoffToolInput),
  mcpConfigs: atMost(100, items.AgentMcpConfigInput),
}
const AgentInput = v.object({ name: items.Name, ...writable })
const AgentChange = v.object({ name: v.optional(items.Name), ...writable })
export type AgentChange = v.InferOutput<typeof AgentChange>

const ARRAYS =
  'An item with the `id` of a stored one updates it, one without `id` is created, stored ones that are left out are deleted. Settings and arrays that are not sent stay. At most 300 KB in all.'

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/v1/agents/',
  tag: 'Agents',
  summary: 'List agents',
  description:
    "The organisation's agents, newest first, then those that other organisations share with the user of the API key. A page of large agents may hold fewer than `limit`; follow `next`.",
  query: PageQuery,
  response: pageOf(Agent),
  errors: [400],
})

export const createAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/',
  tag: 'Agents',
  summary: 'Create an agent',
  description: 'At most 300 KB in all. Documents are uploaded once the agent exists.',
  body: AgentInput,
  status: 201,
  response: Agent,
  errors: [400, 409, 413],
})

export const getAgent = endpoint({
  method: 'GET',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Get an agent',
  response: Agent,
  errors: [404],
})

export const replaceAgent = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Replace an agent with its sub-resources',
  description: `${ARRAYS} 409 when another request changed the agent at the same time.`,
  body: AgentInput,
  response: Agent,
  errors: [404, 409],
})

export const updateAgent = endpoint({
  method: 'PATCH',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Change parts of an agent',
  description: `As PUT, without needing \`name\`. ${ARRAYS}`,
  body: AgentChange,
  response: Agent,
  errors: [404, 409],
})

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Delete an agent',
  description: 'For good. Its numbers are disconnected; its conversations stay.',
  errors: [404, 409],
})

/** Whom to share with: the email address or the phone number of a user. */
export const ShareInput = v.pipe(
  v.object({
    email: v.optional(v.pipe(v.string(), v.trim(), v.email('must be an email address'), v.maxLength(254))),
    userPhoneNumber: v.optional(PhoneNumber),
  }),
  v.forward(
    v.check(
      ({ email, userPhoneNumber }) => (email === undefined) !== (userPhoneNumber === undefined),
      'is required, or else userPhoneNumber; not both',
    ),
    ['email'],
  ),
)
export type ShareInput = v.InferOutput<typeof ShareInput>

export const shareAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/share/',
  tag: 'Agents',
  summary: 'Share an agent with a user',
  description:
    'The user sees the agent in lists and by id through their own API keys, read-only and with secrets masked. Sharing again changes nothing. 404 when there is no such user.',
  body: ShareInput,
  response: Agent,
  errors: [404],
})
