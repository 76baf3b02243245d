import * as v from 'valibot'

const NOT_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']
/** Keywords whose values are data of the schema, not schemas. */
const VALUES = ['const', 'default', 'enum', 'examples']

/** The JSON Schema of a tool's arguments, with the rules of OpenAI. */
const ToolSchema = v.pipe(
  v.looseObject({ type: v.literal('object') }),
  v.check(
    (schema) => !NOT_AT_TOP.some((keyword) => keyword in schema),
    `schema must not have ${NOT_AT_TOP.join('/')} at the top level`,
  ),
  v.check((schema) => !lacksItems(schema), 'array schema missing items'),
)

function lacksItems(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(lacksItems)
  if (typeof schema !== 'object' || schema === null) return false
  const parts: Readonly<Record<string, unknown>> = { ...schema }
  if ([parts.type].flat().includes('array') && !('items' in parts)) return true
  return Object.entries(parts).some(([keyword, value]) => !VALUES.includes(keyword) && lacksItems(value))
}

const Part = v.looseObject({
  type: v.string(),
  text: v.optional(v.string()),
  image_url: v.optional(v.object({ url: v.string() })),
  file: v.optional(v.looseObject({ file_data: v.optional(v.string()) })),
})
const Content = v.pipe(
  v.union([v.string(), v.array(Part)]),
  v.transform((content) => (typeof content === 'string' ? content : content.map(readPart).join('\n'))),
)

/** Returns the text of a part, or a description of a file in a data URL. */
function readPart({ type, text, image_url, file }: v.InferOutput<typeof Part>): string {
  if (text !== undefined) return text
  const [, mimeType, base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(image_url?.url ?? file?.file_data ?? '') ?? []
  if (mimeType === undefined) return `[${type}]`
  const kind = mimeType === 'application/pdf' ? 'PDF' : 'picture'
  return `[${kind} of ${Buffer.from(base64, 'base64').length} bytes]`
}

/** A tool call in OpenAI's format. `arguments` is usually JSON, but may be malformed. */
const ToolCall = v.object({
  id: v.string(),
  type: v.optional(v.string(), 'function'),
  function: v.object({ name: v.string(), arguments: v.string() }),
})

/** A message of the request, with its content as one string. */
const ChatMessage = v.variant('role', [
  v.object({ role: v.picklist(['system', 'developer', 'user']), content: Content }),
  v.pipe(
    v.object({
      role: v.literal('assistant'),
      content: v.nullish(Content),
      tool_calls: v.optional(v.array(ToolCall), []),
    }),
    v.check(({ content, tool_calls }) => typeof content === 'string' || tool_calls.length > 0, 'content is required'),
    v.transform(({ content, ...message }) => ({ ...message, content: content ?? '' })),
  ),
  v.object({ role: v.literal('tool'), content: Content, tool_call_id: v.string() }),
])
export type ChatMessage = v.InferOutput<typeof ChatMessage>

const ToolDefinition = v.looseObject({
  type: v.literal('function'),
  function: v.looseObject({
    name: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be up to 64 of a-z, A-Z, 0-9, _ and -')),
    description: v.optional(v.pipe(v.string(), v.maxLength(1024))),
    parameters: v.optional(ToolSchema),
  }),
})

const MOST_TOOLS = 128

/** Body of `POST /v1/chat/completions`: the parts that the simulator uses. */
export const ChatRequest = v.pipe(
  v.looseObject({
    model: v.string(),
    messages: v.pipe(v.array(ChatMessage), v.minLength(1)),
    tools: v.optional(v.pipe(v.array(ToolDefinition), v.maxLength(MOST_TOOLS)), []),
    stream: v.optional(v.nullable(v.boolean()), false),
    stream_options: v.optional(v.nullable(v.looseObject({ include_usage: v.optional(v.boolean(), false) }))),
  }),
  v.forward(
    v.check(
      ({ messages }) => everyCallHasResult(messages),
      'each tool call must be followed by a message with its result',
    ),
    ['messages'],
  ),
)
export type ChatRequest = v.InferOutput<typeof ChatRequest>

/** Body of `POST /v1/images/generations`. */
export const ImageRequest = v.looseObject({
  model: v.string(),
  prompt: v.pipe(v.string(), v.minLength(1)),
  n: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 1),
})

/** Body of `POST /v1/embeddings`. */
export const EmbeddingRequest = v.looseObject({
  model: v.string(),
  input: v.union([
    v.pipe(
      v.string(),
      v.transform((text) => [text]),
    ),
    v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2048)),
  ]),
  dimensions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096))),
})

/** OpenAI rejects a request with a call without a result, or a result without a call before it. */
function everyCallHasResult(messages: readonly ChatMessage[]): boolean {
  let open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) return false
      continue
    }
    if (open.size > 0) return false
    if (message.role === 'assistant') open = new Set(message.tool_calls.map(({ id }) => id))
  }
  return open.size === 0
}

/** Returns the text before the conversation: all system messages. */
export function systemText({ messages }: Pick<ChatRequest, 'messages'>): string {
  return messages
    .flatMap(({ role, content }) => (role === 'system' || role === 'developer' ? [content] : []))
    .join('\n')
}

/** Returns the user's messages since the last text of the model. Calls and their results do not count. */
export function latestUserTexts({ messages }: Pick<ChatRequest, 'messages'>): string[] {
  const spoken = messages.findLastIndex((message) => message.role === 'assistant' && message.tool_calls.length === 0)
  return messages.slice(spoken + 1).flatMap(({ role, content }) => (role === 'user' ? [content] : []))
}

/** Returns the results of tools after the user's last message. */
export function latestResults({ messages }: Pick<ChatRequest, 'messages'>): string[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(asked + 1).flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
}
