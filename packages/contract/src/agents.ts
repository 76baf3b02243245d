import * as v from 'valibot'
import * as items from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, initially, maxCharacters, None, PhoneDigits, readOnly, Uuid } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'
import { MOST_PENDING_SHARES, MOST_SHARES_PER_AGENT, MOST_SHARES_PER_DAY, SHARE_DAYS } from './share-limits.ts'

export const AgentOrganization = v.pipe(
  v.object({ id: Uuid, name: v.string(), isPersonal: v.boolean() }),
  v.description('The organisation that owns an agent.'),
)

export const AgentPhoneNumber = v.pipe(
  v.object({
    msgPhoneNumberId: v.pipe(v.string(), v.description("The provider's id of the number.")),
    msgBusinessAccountId: v.pipe(v.string(), v.description('The id of the messaging account.')),
    wabaId: v.pipe(v.string(), v.description("The provider's id of the account.")),
    phoneNumber: PhoneDigits,
  }),
  v.description('A number that an agent is connected to.'),
)

const Opaque = readOnly(v.pipe(v.string(), v.description('Reserved; always empty.')))
const Digits = readOnly(v.pipe(v.string(), v.regex(/^\d+$/), v.description('A count, as a string of digits.')))

export const Agent = v.pipe(
  v.object({
    id: readOnly(Uuid),
    name: v.string(),
    description: v.string(),
    systemPrompt: v.string(),
    firstMessage: v.string(),
    profilePicture: readOnly(
      v.pipe(v.string(), v.description('A signed URL of the picture, valid for one hour, or an empty string.')),
    ),
    icebreakers: initially(items.Json, []),
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
    supportTools: readOnly(
      v.pipe(
        v.string(),
        v.description(
          'JSON: the tools with which the agent asks for a person, `[{"name": "ask_for_human"}]`. An empty string if `askForHuman` is false.',
        ),
      ),
    ),
    paywallConfig: Opaque,
    adConfig: Opaque,
    creditSettings: Opaque,
    voiceCallConfig: Opaque,
    organization: readOnly(v.nullable(AgentOrganization)),
    phoneNumbers: readOnly(v.array(AgentPhoneNumber)),
    totalMessages: Digits,
    totalSessions: Digits,
    connectUrl: readOnly(
      v.pipe(
        v.string(),
        v.description(
          'Opens a chat with the agent: `https://wa.me/<number of the agent>`. An agent without a number has `https://wa.me/<sandbox number>?text=` with the percent-encoded text `/connect:<id of the agent>`.',
        ),
      ),
    ),
    createdAt: readOnly(DateTime),
    askForHuman: initially(items.AskForHuman, true),
    transcribeVoice: initially(items.TranscribeVoice, true),
    separateMessages: initially(items.SeparateMessages, false),
    fallbackModel: v.pipe(
      v.nullable(v.string()),
      v.description(
        'The model that is called while `llmModel` is down: after its first 429, 5xx or timeout, not after a rejected request. Null: that of the deployment, if it has one.',
      ),
    ),
    outcomeKeys: v.pipe(
      v.array(items.AgentMemoryKey),
      v.description(
        'At most ten values that describe how a session ended, such as `resolved`. With any, the model fills them once when a session ends: after 24 hours without a message, or when another agent is connected. The event `conversation.ended` has them. `whenToUpdate` tells the model what the value means.',
      ),
    ),
    monthlyLimitUsd: v.pipe(
      v.nullable(v.number()),
      v.description(
        'The most that the models of the agent may cost in a month (UTC), in USD. At 100 % it stops replying, and its conversations need a person, until the next month or a higher limit. Null: no limit.',
      ),
    ),
    stepsPerTurn: initially(items.StepsPerTurn, 16),
    guardrails: v.nullable(items.Guardrails),
    requiresProof: initially(items.RequiresProof, false),
    problems: readOnly(
      v.pipe(
        v.array(v.string()),
        v.description(
          'What models do not receive whole of the agent: each a field, what is wrong with it, and what to do. Empty if there is nothing.',
        ),
      ),
    ),
  }),
  v.description('An agent. Secrets are masked for read keys and for users the agent is shared with.'),
)
export type Agent = v.InferOutput<typeof Agent>

const atMost = <Item extends v.GenericSchema>(count: number, item: Item) =>
  v.optional(v.pipe(v.array(item), v.maxLength(count, `must be at most ${count} items`)))

/** The writable fields of an agent. An array that is sent replaces the stored one. Omitted fields keep their values. */
const writable = {
  description: v.optional(v.string()),
  systemPrompt: v.optional(items.SystemPrompt),
  firstMessage: v.optional(v.string()),
  icebreakers: v.pipe(v.optional(items.Json), v.description('Suggested first messages for the customer.')),
  llmModel: v.optional(v.nullable(v.string())),
  fallbackModel: v.optional(v.nullable(v.string())),
  tools: v.optional(v.array(items.AgentToolInput)),
  documents: atMost(items.MOST_DOCUMENTS, items.AgentDocumentInput),
  memoryKeys: v.optional(v.array(items.AgentMemoryKeyInput)),
  outcomeKeys: atMost(10, items.AgentMemoryKeyInput),
  wakeUpConfigs: v.optional(v.array(items.AgentWakeUpConfigInput)),
  outboundTriggers: atMost(40, items.AgentOutboundTriggerInput),
  websiteTools: atMost(100, items.AgentWebsiteToolInput),
  imageGenerateTools: v.optional(v.array(items.AgentImageGenerateToolInput)),
  handoffTools: atMost(100, items.AgentHandoffToolInput),
  mcpConfigs: atMost(100, items.AgentMcpConfigInput),
  askForHuman: v.optional(items.AskForHuman),
  transcribeVoice: v.optional(items.TranscribeVoice),
  separateMessages: v.optional(items.SeparateMessages),
  monthlyLimitUsd: v.optional(v.nullable(items.LimitUsd)),
  stepsPerTurn: v.optional(items.StepsPerTurn),
  guardrails: v.optional(v.nullable(items.Guardrails)),
  requiresProof: v.optional(items.RequiresProof),
}

/** The example of an agent in the API document. */
export const AGENT_EXAMPLE = {
  name: 'Shop assistant',
  description: 'Answers questions about orders and returns.',
  systemPrompt: 'You are the friendly assistant of a bicycle shop. Answer briefly.',
  firstMessage: 'Hello! How can I help with your bicycle?',
  icebreakers: ['Where is my order?', 'How do I return it?'],
  tools: [
    {
      name: 'Find an order',
      description: 'Tells where an order is.',
      apiSchema: items.ORDER_TOOL,
      creditCost: 1,
    },
  ],
  memoryKeys: [
    {
      key: 'frameSize',
      type: 'number',
      initialValue: '0',
      whenToUpdate: 'When the customer says their frame size.',
    },
  ],
}

export const AgentInput = v.pipe(
  v.object({ name: items.Name, ...writable }),
  v.description('The fields of an agent that callers send. Omitted settings and arrays keep their values.'),
  v.examples([AGENT_EXAMPLE]),
)
export const AgentChange = v.pipe(
  v.object({ name: v.optional(items.Name), ...writable }),
  v.description('The fields of an agent to change. Omitted settings and arrays keep their values.'),
  v.examples([{ systemPrompt: 'You are the assistant of a bicycle shop. Answer in one sentence.' }]),
)
export type AgentChange = v.InferOutput<typeof AgentChange>

const ARRAYS =
  'An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total.'

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/v1/agents/',
  tag: 'Agents',
  summary: 'List agents',
  description:
    "Returns the organisation's agents, newest first, then agents that other organisations share with the user of the API key. A page of large agents may contain fewer than `limit` items; follow `next`.",
  query: PageQuery,
  response: pageOf(Agent),
  errors: [400],
})

/** Maximum number of agents of an organisation. Its usage and its limits read the counters of all. */
export const MOST_AGENTS = 1000

export const createAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/',
  tag: 'Agents',
  summary: 'Create an agent',
  description: `At most 300 KB in total, and ${MOST_AGENTS} agents. Upload documents after the agent is created.`,
  body: AgentInput,
  status: 201,
  response: Agent,
  errors: [400, 409, 413],
  audit: { action: 'create', object: 'agent' },
})

export const getAgent = endpoint({
  method: 'GET',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Get an agent',
  description: 'Returns the agent with all its sub-resources. An agent that is shared with you has masked secrets.',
  versioned: true,
  query: v.object({
    secrets: v.pipe(
      v.optional(v.picklist(['masked'])),
      v.description('`masked` masks secrets for full keys too, for example for a file.'),
    ),
    draft: v.pipe(
      v.optional(v.picklist(['true'])),
      v.description(
        '`true` returns the agent with the fields of its draft, if it has one. The `ETag` is that of the draft then.',
      ),
    ),
  }),
  response: Agent,
  errors: [404],
})

export const replaceAgent = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Update an agent and its sub-resources',
  description: `\`name\` is required. Everything else that is omitted keeps its value, so this is not a replacement of the whole agent. ${ARRAYS} Returns 409 if another request changed the agent concurrently.`,
  versioned: true,
  body: AgentInput,
  response: Agent,
  errors: [404, 409],
  audit: { action: 'update', object: 'agent' },
})

export const updateAgent = endpoint({
  method: 'PATCH',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Change parts of an agent',
  description: `The same as PUT, but \`name\` is optional. ${ARRAYS}`,
  versioned: true,
  body: AgentChange,
  response: Agent,
  errors: [404, 409],
  audit: { action: 'update', object: 'agent' },
})

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/{id}/',
  tag: 'Agents',
  summary: 'Delete an agent',
  description: 'Cannot be undone. The numbers of the agent are disconnected. Its conversations are kept.',
  errors: [404, 409],
  audit: { action: 'delete', object: 'agent' },
})

const DRAFT = '/api/v1/agents/{id}/draft/'

export const saveDraft = endpoint({
  method: 'PUT',
  path: DRAFT,
  tag: 'Agents',
  summary: 'Save a draft of an agent',
  description: `Changes fields in the draft of the agent, which customers do not see. It begins as the published agent. Fields that equal the published ones are not part of it, and \`documents\` are ignored. Trials use it with \`draft: true\`. Its revision is the \`ETag\` of a GET of the agent with \`draft=true\`, and never repeats. ${ARRAYS}`,
  versioned: true,
  body: AgentChange,
  errors: [404, 409],
  audit: { action: 'save_draft', object: 'agent' },
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: DRAFT,
  tag: 'Agents',
  summary: 'Delete the draft of an agent',
  description: 'Idempotent.',
  errors: [404],
  audit: { action: 'discard_draft', object: 'agent' },
})

export const publishDraft = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/draft/publish/',
  tag: 'Agents',
  summary: 'Publish the draft of an agent',
  description:
    'Replaces the fields of the draft in the published agent, and deletes the draft. Returns 404 without a draft, and 409 if the agent or the draft was changed concurrently. If the published agent has `requiresProof`, or its organisation requires it in the dashboard, the last proof of exactly this draft must have passed; otherwise it returns 409 with the reason `proof_required`.',
  body: None,
  bodyOptional: true,
  errors: [404, 409],
  audit: { action: 'publish', object: 'agent' },
})

export const ShareInput = v.pipe(
  v.object({
    email: v.pipe(v.string(), v.trim(), v.email('must be an email address'), maxCharacters(254)),
  }),
  v.description('The email address of the user to share with.'),
  v.examples([{ email: 'colleague@shop.example' }]),
)
export type ShareInput = v.InferOutput<typeof ShareInput>

export const shareAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/share/',
  tag: 'Agents',
  summary: 'Share an agent with a user',
  description: `Asks the user of the address to accept the share in the dashboard, within ${SHARE_DAYS} days, and mails them. Until then, nothing changes. After it, the user and their API keys can list and get the agent, read-only and with masked secrets, until the share ends or the user leaves it. Sharing is idempotent. The response is the same whether or not the address has an account. Returns 409 if the agent has ${MOST_SHARES_PER_AGENT} shares, if the organisation has offered ${MOST_SHARES_PER_DAY} shares today, or if ${MOST_PENDING_SHARES} shares await the answer of the address.`,
  body: ShareInput,
  response: Agent,
  errors: [404, 409],
  audit: { action: 'share', object: 'agent' },
})

export const unshareAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/{id}/share/',
  tag: 'Agents',
  summary: 'Stop sharing an agent with a user',
  description:
    'Ends the share with an address, whether or not it was accepted. The user can no longer see the agent. Idempotent: it has no effect if the agent is not shared with the address.',
  body: ShareInput,
  errors: [404],
  audit: { action: 'unshare', object: 'agent' },
})
