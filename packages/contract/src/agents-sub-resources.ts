import * as v from 'valibot'
import {
  DateTime,
  derived,
  Id,
  initially,
  lowerCaseUuid,
  maxCharacters,
  minCharacters,
  readOnly,
  secret,
  Uuid,
  wellFormed,
} from './fields.ts'

const DEEPEST_JSON = 100
/** Maximum number of documents of an agent. */
export const MOST_DOCUMENTS = 1000

/** Any JSON value. It is stored and returned unchanged. */
export const Json = v.pipe(
  v.unknown(),
  v.check((value) => isShallow(value), `must not be nested deeper than ${DEEPEST_JSON} levels`),
)

/** Not recursive, so that deeply nested input cannot exhaust the stack. */
function isShallow(value: unknown): boolean {
  const left: [unknown, number][] = [[value, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [inner, depth] = next
    if (typeof inner !== 'object' || inner === null) continue
    if (depth > DEEPEST_JSON) return false
    for (const child of Object.values(inner)) left.push([child, depth + 1])
  }
  return true
}

export const AskForHuman = v.pipe(
  v.boolean(),
  v.description('Whether the agent may ask for a person. It is then silent until handback.'),
)

export const TranscribeVoice = v.pipe(
  v.boolean(),
  v.description('Whether voice messages are transcribed for the agent. It requires a server with transcription.'),
)
export const RequiresProof = v.pipe(
  v.boolean(),
  v.description(
    'Whether a draft is published only after its last proof has passed. It does not hold changes that are sent to the published agent directly.',
  ),
)

export const SeparateMessages = v.pipe(
  v.boolean(),
  v.description(
    'Whether the first message, files and the answer are sent as messages of their own. If not, they are sent in as few messages as the provider allows, because it charges for each.',
  ),
)

const LARGEST_LIMIT_USD = 1_000_000

/** The most that models may cost in a month. */
export const LimitUsd = v.pipe(
  v.number(),
  v.minValue(0, 'must be at least 0'),
  v.maxValue(LARGEST_LIMIT_USD, `must be at most ${LARGEST_LIMIT_USD}`),
)

const LARGEST_PROMPT_KB = 100

export const SystemPrompt = v.pipe(
  v.string(),
  v.maxBytes(LARGEST_PROMPT_KB * 1024, `must be at most ${LARGEST_PROMPT_KB} KB. Move knowledge into documents`),
  v.description(
    `The role, knowledge, tone and limits of the agent, at most ${LARGEST_PROMPT_KB} KB of UTF-8. Models receive it whole.`,
  ),
)

export const MOST_STEPS = 50

/** How often the model may answer with tool calls in a turn, and once more without. */
export const StepsPerTurn = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
  v.maxValue(MOST_STEPS, `must be at most ${MOST_STEPS}`),
  v.description(
    `The responses of the model in one turn, 1 to ${MOST_STEPS}. Each may call several tools. The tools that the last one calls are not run: the model is told so, and answers the customer without tools.`,
  ),
)

const Threshold = v.nullable(
  v.pipe(v.number(), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1')),
)

/** From which score a check stops a text. */
export const Guardrails = v.pipe(
  v.object({ contentFilter: Threshold, promptAttack: Threshold, sensitiveInformation: Threshold }),
  v.description(
    'The scores, from 0 to 1, from which a text is stopped and a person is asked for; null: the check is not made. `contentFilter` checks what customers and the agent write, `promptAttack` what customers write and tools return, `sensitiveInformation` what the agent writes. Without effect on a deployment without guardrails.',
  ),
)

/** A name field (spec, Limits). */
export const Name = v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(255), wellFormed)

/** Id of the stored item that an item of a sent array updates. */
const ItemId = v.pipe(v.nullish(Id), v.description('The item to update. Omit it to create one.'))
/** Whether an item is used: `active` or `enabled`. */
const Switch = v.pipe(v.optional(v.boolean()), v.description('Defaults to true for a new item.'))
const CreditCost = v.pipe(v.number(), v.safeInteger())

/** An example of an HTTP tool. */
export const ORDER_TOOL = {
  url: 'https://shop.example/orders/{orderId}',
  method: 'GET',
  path_params: { orderId: { input: { type: 'description', description: 'The order number, such as A-1042.' } } },
  request_headers: { authorization: { input: { type: 'value', value: 'Bearer 2f6c9d0b' } } },
} as const

/** A parameter of `AgentHttpTool`. */
export const AgentHttpParameter = v.pipe(
  v.looseObject({
    input: v.variant('type', [
      v.pipe(
        v.object({ type: v.picklist(['description']), description: v.string() }),
        v.description('The model fills the parameter.'),
      ),
      v.pipe(
        v.object({
          type: v.picklist(['value']),
          value: v.pipe(Json, v.description('A text may contain `%PHONE_NUMBER%` and `%IMAGE_URL%`.')),
          public: v.pipe(
            v.exactOptional(v.boolean()),
            v.description('Whether the value is readable. It is a secret otherwise.'),
          ),
        }),
        v.description('The value is fixed.'),
      ),
    ]),
    type: v.pipe(
      v.exactOptional(v.picklist(['string', 'number', 'integer', 'boolean', 'array', 'object'])),
      v.description('The type that the model sends.'),
    ),
    enum: v.pipe(v.exactOptional(v.array(Json)), v.description('The values that the model may send.')),
    required: v.pipe(v.exactOptional(v.boolean()), v.description('Whether the model must send it. Defaults to true.')),
  }),
  v.description('A parameter of an HTTP tool.'),
)
const ToolParameters = v.record(v.string(), AgentHttpParameter)

/** The format of a valid `apiSchema`, for the OpenAPI document. `parseApiSchema` reads it. */
export const AgentHttpTool = v.pipe(
  v.object({
    url: v.pipe(v.string(), v.description('http or https. `{name}` in the path is a parameter of `path_params`.')),
    method: v.pipe(
      v.exactOptional(v.picklist(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
      v.description('Defaults to GET.'),
    ),
    path_params: v.pipe(v.exactOptional(ToolParameters), v.description('One parameter for each `{name}` of the URL.')),
    query_params: v.exactOptional(ToolParameters),
    request_headers: v.exactOptional(ToolParameters),
    request_body: v.pipe(
      v.exactOptional(v.record(v.string(), Json)),
      v.description(
        'The fields of the JSON body. Each is a parameter, an object of parameters, an array with one parameter for all items, or a JSON Schema with `properties` or `items`.',
      ),
    ),
  }),
  v.examples([ORDER_TOOL]),
  v.description('The HTTP request of a tool (`apiSchema`). Each parameter is filled by the model or fixed.'),
)

const ApiSchema = v.pipe(
  Json,
  v.metadata({ anyOf: [{ $ref: '#/components/schemas/AgentHttpTool' }, { description: 'Any other JSON.' }] }),
  v.examples([ORDER_TOOL]),
  v.description(
    'Description of an HTTP tool: `{url, method, path_params, query_params, request_headers, request_body}`. Each parameter has `input: {type: "description", description}` (filled by the model) or `input: {type: "value", value}` (fixed; may contain `%PHONE_NUMBER%` and `%IMAGE_URL%`). Fixed values are secrets. The query string, user name and password in `url` are secrets too. Secrets are stored encrypted and never shown to the model. They are masked for read keys and for users the agent is shared with. `public: true` in an `input` of type `value` makes that value readable. The path of `url` is readable; put a secret part of it into `path_params`. Any other JSON is stored and has no effect: `problem` says why.',
  ),
)

export const AgentTool = v.pipe(
  v.object({
    id: Uuid,
    name: Name,
    description: v.string(),
    apiSchema: secret(ApiSchema, 'fixed-values'),
    active: initially(v.boolean(), true),
    creditCost: CreditCost,
    problem: readOnly(
      v.pipe(
        v.optional(v.string()),
        v.description(
          'Why the agent does not have the tool, or which fields of `apiSchema` have no effect, and what to do. Absent if there is no problem.',
        ),
      ),
    ),
  }),
  v.description('A tool of an agent: an HTTP request that the model can make.'),
)
export const AgentToolInput = derived(() => {
  const { problem: _, ...entries } = AgentTool.entries
  return v.pipe(
    v.object({ ...entries, id: ItemId, active: Switch }),
    v.description('A tool of an agent to create or update.'),
  )
})

/** Text extraction changes the status of a document from `pending` to `processing`, then to `ready`, `partial` or `error`. */
export const DOCUMENT_STATUSES = ['pending', 'processing', 'ready', 'partial', 'error'] as const
export const AgentDocument = v.pipe(
  v.object({
    id: Uuid,
    name: Name,
    file: readOnly(v.pipe(v.string(), v.description('A signed URL of the file, valid for one hour.'))),
    status: readOnly(
      v.pipe(
        v.picklist(DOCUMENT_STATUSES),
        v.description(
          'The agent searches a `ready` and a `partial` document. Of a `partial` one, `problem` says what is missing. Of a `ready` one, `problem` can say what to check.',
        ),
      ),
    ),
    problem: readOnly(
      v.pipe(
        v.optional(v.string()),
        v.description(
          'What is missing of a `partial` document, or why a document is in `error`, and what to do. Of a `partial` or a `ready` document also what to check: pages that a model read from pictures. Absent if there is nothing to say.',
        ),
      ),
    ),
  }),
  v.description('A document that an agent can search.'),
)
export type AgentDocument = v.InferOutput<typeof AgentDocument>
export const AgentDocumentInput = v.pipe(
  v.object({
    id: v.pipe(
      v.string('is required: upload new documents with POST /api/v1/agents/{id}/documents/'),
      v.transform(lowerCaseUuid),
    ),
    name: Name,
  }),
  v.description('Renames a document. A document that is omitted is deleted.'),
)

export const AgentMemoryKey = v.pipe(
  v.object({
    id: Uuid,
    key: Name,
    type: v.pipe(
      Name,
      v.description('`string`, `number`, `boolean` and `json` are enforced. Any other type is treated as text.'),
    ),
    initialValue: v.string(),
    whenToUpdate: v.string(),
  }),
  v.description('A value that an agent remembers about a customer.'),
)
export const AgentMemoryKeyInput = derived(() =>
  v.pipe(v.object({ ...AgentMemoryKey.entries, id: ItemId }), v.description('A memory key to create or update.')),
)

export const AgentWakeUpConfig = v.pipe(
  v.object({
    id: Uuid,
    description: v.string(),
    enabled: initially(v.boolean(), true),
    forceMessage: v.boolean(),
  }),
  v.description('When an agent writes again without a message of the customer.'),
)
export const AgentWakeUpConfigInput = derived(() =>
  v.pipe(
    v.object({ ...AgentWakeUpConfig.entries, id: ItemId, enabled: Switch }),
    v.description('A wake-up config to create or update.'),
  ),
)

export const AgentOutboundTrigger = v.pipe(
  v.object({
    id: Uuid,
    url: readOnly(v.pipe(v.string(), v.description('Send a POST request with the header `X-Trigger-Secret`.'))),
    secret: secret(v.string(), 'text'),
    enabled: initially(v.boolean(), true),
    templateId: v.string(),
    templateName: v.string(),
  }),
  v.description('Starts conversations from other systems with a template.'),
)
export const AgentOutboundTriggerInput = derived(() =>
  v.pipe(
    v.object({
      id: ItemId,
      secret: v.pipe(
        v.optional(v.pipe(v.string(), minCharacters(16), maxCharacters(255))),
        v.description('Generated if omitted from a new trigger.'),
      ),
      enabled: Switch,
      templateId: Id,
      templateName: AgentOutboundTrigger.entries.templateName,
    }),
    v.description('An outbound trigger to create or update.'),
  ),
)

/** Maximum number of pages of a website tool that are read daily, and of such tools of an agent. */
export const MOST_WEBSITE_PAGES = 200
export const MOST_DAILY_WEBSITES = 5
/** The table has an item for all pages of a website. */
const LONGEST_PAGE_URL = 500

const MORE_PAGES =
  'More pages or sitemaps that are read daily. They are not secret. Without effect if `daily` is false.'

/** A page of a website that is read daily. */
export const AgentWebsitePage = v.pipe(
  v.object({
    id: Uuid,
    url: v.string(),
    title: v.pipe(v.string(), v.description('The title of the page, or an empty string.')),
    status: v.pipe(
      v.picklist(['ready', 'partial', 'error']),
      v.description('The agent searches a `ready` and a `partial` page. An `error` page has no text.'),
    ),
    problem: v.pipe(
      v.optional(v.string()),
      v.description(
        'Why the page was not read, or not completely, and which text the agent has of it. Absent if there is no problem.',
      ),
    ),
    readAt: v.pipe(
      v.nullable(DateTime),
      v.description('When its text was read, or found unchanged. Null if it was never read.'),
    ),
  }),
  v.description('A page of a website that is read daily.'),
)
export type AgentWebsitePage = v.InferOutput<typeof AgentWebsitePage>

export const AgentWebsiteTool = v.pipe(
  v.object({
    id: Uuid,
    url: secret(v.string(), 'url'),
    prompt: v.string(),
    active: initially(v.boolean(), true),
    daily: v.pipe(
      v.boolean(),
      v.description(
        `Whether the service reads the website once a day, and after each change of \`url\` or \`pages\`, so that the agent searches its pages as it searches documents. The agent has no tool then that reads the page during a conversation. \`url\` is a page or a sitemap, without a query string. At most ${MOST_WEBSITE_PAGES} pages are read of each website, and an agent has at most ${MOST_DAILY_WEBSITES} such websites. robots.txt is obeyed.`,
      ),
    ),
    pages: v.pipe(v.array(v.string()), v.description(MORE_PAGES)),
    cite: v.pipe(
      v.boolean(),
      v.description(
        'Whether the agent names the title and the URL of a page that it answers from, if `daily` is true.',
      ),
    ),
    readAt: readOnly(
      v.pipe(
        v.optional(v.nullable(DateTime)),
        v.description('When the service last finished reading the website. Null before. Absent if `daily` is false.'),
      ),
    ),
    reading: readOnly(
      v.pipe(
        v.optional(v.boolean()),
        v.description('Whether the service reads the website now, or is about to. Absent if `daily` is false.'),
      ),
    ),
    problem: readOnly(
      v.pipe(
        v.optional(v.string()),
        v.description('What was not read of the website, and what to do. Absent if there is no problem.'),
      ),
    ),
    readPages: readOnly(
      v.pipe(
        v.optional(v.array(AgentWebsitePage)),
        v.description('The pages that were read. Absent if `daily` is false.'),
      ),
    ),
  }),
  v.description('A web page that an agent can read, or a website that is read daily.'),
)
const PageUrl = v.pipe(v.string(), maxCharacters(LONGEST_PAGE_URL), v.url('must be a URL'))
export const AgentWebsiteToolInput = derived(() => {
  const {
    readAt: _,
    reading: __,
    problem: ___,
    readPages: ____,
    daily,
    pages: _____,
    cite,
    ...entries
  } = AgentWebsiteTool.entries
  return v.pipe(
    v.object({
      ...entries,
      id: ItemId,
      url: secret(v.pipe(v.string(), maxCharacters(200), v.url('must be a URL')), 'url'),
      active: Switch,
      daily: v.optional(daily),
      pages: v.pipe(
        v.optional(
          v.pipe(v.array(PageUrl), v.maxLength(MOST_WEBSITE_PAGES, `must be at most ${MOST_WEBSITE_PAGES} URLs`)),
        ),
        v.description(MORE_PAGES),
      ),
      cite: v.optional(cite),
    }),
    v.description('A website tool to create or update.'),
  )
})

export const AgentImageGenerateTool = v.pipe(
  v.object({
    id: Uuid,
    name: v.string(),
    description: v.string(),
    prompt: v.string(),
    active: initially(v.boolean(), true),
    creditCost: CreditCost,
  }),
  v.description('A tool of an agent that generates images.'),
)
export const AgentImageGenerateToolInput = derived(() =>
  v.pipe(
    v.object({
      ...AgentImageGenerateTool.entries,
      id: ItemId,
      name: v.optional(v.pipe(v.string(), maxCharacters(255))),
      description: v.optional(v.string()),
      active: Switch,
    }),
    v.description('An image tool to create or update.'),
  ),
)

export const AgentHandoffTool = v.pipe(
  v.object({
    id: Uuid,
    parentAgentId: readOnly(Uuid),
    childAgentId: v.pipe(Uuid, v.description('Another agent of the organisation.')),
    childAgentName: readOnly(v.string()),
    description: v.string(),
    active: initially(v.boolean(), true),
  }),
  v.description('A tool of an agent that hands the conversation over to another agent.'),
)
export const AgentHandoffToolInput = derived(() =>
  v.pipe(
    v.object({
      id: ItemId,
      parentAgentId: v.pipe(v.optional(Id), v.description('Optional; must be the id of this agent.')),
      childAgentId: AgentHandoffTool.entries.childAgentId,
      description: AgentHandoffTool.entries.description,
      active: Switch,
    }),
    v.description('A handoff tool to create or update.'),
  ),
)

export const AgentMcpConfig = v.pipe(
  v.object({
    id: Uuid,
    connectorId: v.pipe(Uuid, v.description('An MCP connector of the organisation.')),
    connectorName: readOnly(v.string()),
    toolWhitelist: v.pipe(Json, v.description('Names of the tools to offer. `[]` offers no tools, `null` offers all.')),
  }),
  v.description('The tools of an MCP connector that an agent may use.'),
)
export const AgentMcpConfigInput = derived(() =>
  v.pipe(
    v.object({
      id: ItemId,
      connectorId: AgentMcpConfig.entries.connectorId,
      toolWhitelist: AgentMcpConfig.entries.toolWhitelist,
    }),
    v.description('An MCP config to create or update.'),
  ),
)
