import { isObject, type JsonObject, parseJson } from '@replywright/contract/json.ts'
import { declinedReason, standardReason } from './finish-reasons.ts'
import { isDeepJson } from './json-depth.ts'
import { uniqueCallIds } from './own-call-ids.ts'

/** What the request of a response tells about its tool calls. */
export interface AskedFor {
  /** The ids of the calls in earlier responses. */
  readonly callIds: ReadonlySet<string>
  /** The names of the offered tools. */
  readonly tools: ReadonlySet<string>
}

/** The response of a server in the form that the SDK validates. */
export type StandardResponse =
  | { readonly kind: 'response'; readonly body: JsonObject }
  /** An error that the server sent with a success status. */
  | { readonly kind: 'error'; readonly status: number; readonly body: JsonObject }
  /** Nothing that a model says. The server is down. */
  | { readonly kind: 'unreadable' }

/**
 * Returns a response to `POST /chat/completions` in OpenAI's form. Servers differ in null, empty and missing fields, in
 * texts instead of numbers, in objects instead of texts, and in the place of the message.
 */
export function standardCompletion(value: unknown, asked: AskedFor): StandardResponse {
  const body = Array.isArray(value) ? value[0] : value
  if (!isObject(body)) return { kind: 'unreadable' }
  const choice = firstChoice(body)
  if (!choice) return withoutChoice(body)
  const { message, reason } = choice
  if (OUTAGES.has(standardReason(reason) ?? '')) return errorOf({ message: 'the response was interrupted' })
  const refusal = textField('refusal', message.refusal ?? refusalPart(message.content))
  const isRefusal = 'refusal' in refusal
  const calls = isRefusal ? [] : callsOf(message, asked)
  // The SDK reports `stop` with a refusal as one. A text beside it was cut.
  const finish = isRefusal ? 'stop' : (standardReason(reason) ?? (calls.length > 0 ? 'tool_calls' : 'stop'))
  const standard = {
    role: 'assistant',
    content: isRefusal ? null : contentOf(message.content ?? message.text ?? message.output_text),
    ...refusal,
    ...textField('reasoning_content', message.reasoning_content ?? message.reasoning ?? message.thinking),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    kind: 'response',
    body: {
      ...textField('id', body.id),
      ...textField('model', body.model),
      ...numberField('created', body.created),
      choices: [{ index: 0, message: standard, finish_reason: finish }],
      ...usageOf(body),
    },
  }
}

function refusalPart(content: unknown): unknown {
  return [content].flat().find((part): part is JsonObject => isObject(part) && part.type === 'refusal')?.refusal
}

/** Finish reasons of servers that failed: OpenRouter, DeepSeek, SGLang. */
const OUTAGES = new Set(['error', 'insufficient_system_resource', 'abort', 'aborted'])

interface Choice {
  readonly message: JsonObject
  readonly reason: unknown
}

/** Returns the first choice with a message. Ollama and Anthropic have it at the top, Google has candidates with parts. */
function firstChoice(body: JsonObject): Choice | undefined {
  const top = Array.isArray(body.content) ? body : undefined
  const choices = [body.choices ?? body.candidates ?? body.message ?? top].flat().filter(isObject)
  for (const choice of choices) {
    const message = [choice.message, choice.delta].find(isObject) ?? choice
    const reason = choice.finish_reason ?? choice.finishReason ?? choice.stop_reason ?? body.done_reason
    if (isObject(choice.content) && Array.isArray(choice.content.parts))
      return { message: { content: choice.content.parts }, reason }
    const isMessage = message !== choice || declinedReason(reason) || MESSAGE_FIELDS.some((field) => field in choice)
    if (isMessage && !isObject(choice.error)) return { message, reason }
    if (typeof choice.message === 'string') return { message: { content: choice.message }, reason }
  }
  return undefined
}

const MESSAGE_FIELDS = ['content', 'text', 'tool_calls', 'function_call', 'refusal']

/** Google reports a prompt that it blocked without a choice. */
function withoutChoice(body: JsonObject): StandardResponse {
  const [choice] = [body.choices].flat()
  const error = body.error ?? (isObject(choice) ? choice.error : undefined)
  if (error) return errorOf(error)
  const feedback = body.promptFeedback ?? body.prompt_feedback
  if (!isObject(feedback) || !(feedback.blockReason ?? feedback.block_reason)) return { kind: 'unreadable' }
  const filtered = { index: 0, message: { role: 'assistant', content: null }, finish_reason: 'content_filter' }
  return { kind: 'response', body: { choices: [filtered], ...usageOf(body) } }
}

/** Statuses by a part of the code of an error whose own status is unknown. Any other error may pass. */
const ERROR_STATUSES: readonly (readonly [part: string, status: number])[] = [
  ['rate_limit', 429],
  ['content', 400],
  ['invalid_api_key', 401],
  ['auth', 401],
  ['model_not_found', 404],
  ['invalid', 400],
  ['context_length', 400],
]

function errorOf(error: unknown): StandardResponse {
  const told = isObject(error) ? error : { message: error }
  const code = textOf(told.code) ?? textOf(told.type) ?? ''
  const number = [told.code, told.status, told.status_code].map(Number).find((status) => status >= 400 && status < 600)
  const status = number ?? ERROR_STATUSES.find(([part]) => code.toLowerCase().includes(part))?.[1] ?? 503
  return { kind: 'error', status, body: { error: { ...told, message: textOf(told.message) ?? '' } } }
}

function callsOf(message: JsonObject, { callIds, tools }: AskedFor): JsonObject[] {
  const given = typeof message.tool_calls === 'string' ? parseJson(message.tool_calls)?.value : message.tool_calls
  const parts = [message.content].flat().filter((part): part is JsonObject => isObject(part) && isCallPart(part))
  const listed = [given].flat().filter(isObject)
  const legacy: JsonObject[] = isObject(message.function_call) ? [{ function: message.function_call }] : []
  const calls = [...(listed.length > 0 ? listed : legacy), ...parts].flatMap((call) => {
    const called = [call.function, call.functionCall].find(isObject) ?? call
    const name = calledToolName(called.name ?? call.function, tools)
    return name === '' ? [] : [{ call, name, args: argumentsOf(called) }]
  })
  const ids = uniqueCallIds(
    calls.map(({ call }) => call.id ?? call.tool_call_id),
    callIds,
  )
  return calls.map(({ call, name, args }, index) => ({
    id: ids[index],
    type: 'function',
    function: { name, arguments: args },
    ...signatureOf(call),
  }))
}

function isCallPart(part: JsonObject): boolean {
  return CALL_PARTS.has(String(part.type)) || isObject(part.functionCall)
}

const CALL_PARTS = new Set(['tool_use', 'tool_call', 'function_call'])
/** What models write before the name of a tool: Kimi, Harmony and Gemini. */
const NAMESPACES = ['functions.', 'function.', 'tools.', 'default_api.', 'tool.']

/** Returns the name of a called tool, without a namespace or control tokens if only that is an offered one. */
export function calledToolName(value: unknown, tools: ReadonlySet<string>): string {
  if (typeof value !== 'string') return ''
  if (tools.has(value)) return value
  const bare = (value.split('<', 1)[0] ?? '').trim()
  const space = NAMESPACES.find((start) => bare.startsWith(start)) ?? ''
  const inner = bare.slice(space.length).replace(/:\d{1,4}$/, '')
  return [bare, inner].find((name) => tools.has(name)) ?? value.trim()
}

/** Returns the arguments as JSON. None are an empty object; what is no JSON stays for the model to be told. */
function argumentsOf(called: JsonObject): string {
  const value = called.arguments ?? called.args ?? called.input ?? called.parameters
  if (value === undefined || value === null) return '{}'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (value.trim() === '' || value.trim() === 'null') return '{}'
  if (isDeepJson(value)) return UNREADABLE_ARGUMENTS
  const inner = parseJson(value)?.value
  // Some servers encode the arguments twice.
  return typeof inner === 'string' && !isDeepJson(inner) && isObject(parseJson(inner)?.value) ? inner : value
}

/** They are no object, which the model is told. */
const UNREADABLE_ARGUMENTS = '""'

/** Google's models reject a call that comes back without its signature. */
function signatureOf({ extra_content: extra }: JsonObject): JsonObject {
  const google = isObject(extra) ? extra.google : undefined
  const signature = isObject(google) ? google.thought_signature : undefined
  return typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : {}
}

/** Returns a content as text, or as the parts that the SDK knows. */
function contentOf(value: unknown): string | null | JsonObject[] {
  const parts = [value].flat()
  if (!parts.some((part) => isObject(part) && Array.isArray(part.thinking)))
    return parts.map(textOfPart).join('') || null
  return parts.flatMap((part): JsonObject[] => {
    if (isObject(part) && Array.isArray(part.thinking)) return [{ type: 'thinking', thinking: part.thinking }]
    const text = textOfPart(part)
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

/** Types of parts with a text that is not for the customer. */
const HIDDEN_PARTS = new Set(['thinking', 'reasoning', 'redacted_thinking', 'thought', ...CALL_PARTS])

function textOfPart(part: unknown): string {
  if (!isObject(part)) return textOf(part) ?? ''
  if (HIDDEN_PARTS.has(String(part.type)) || part.thought === true) return ''
  return textOf(part.text) ?? textOf(part.content) ?? textOf(part.value) ?? ''
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

function textField(name: string, value: unknown): JsonObject {
  const text = textOf(value) ?? ([value].flat().map(textOfPart).join('') || undefined)
  return text === undefined || text === '' ? {} : { [name]: text }
}

/** Reads a number that may be written as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

function numberField(name: string, ...values: readonly unknown[]): JsonObject {
  const number = values.map(numberOf).find((one) => one !== undefined)
  return number === undefined ? {} : { [name]: number }
}

function usageOf(body: JsonObject): JsonObject {
  const usage = [body.usage, body.usageMetadata].find(isObject) ?? {}
  const prompt = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const completion = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {}
  const counted = {
    ...numberField(
      'prompt_tokens',
      usage.prompt_tokens,
      usage.input_tokens,
      usage.promptTokenCount,
      body.prompt_eval_count,
    ),
    ...numberField(
      'completion_tokens',
      usage.completion_tokens,
      usage.output_tokens,
      usage.candidatesTokenCount,
      body.eval_count,
    ),
    ...numberField('total_tokens', usage.total_tokens),
  }
  if (Object.keys(counted).length === 0) return {}
  return {
    usage: {
      ...counted,
      prompt_tokens_details: numberField('cached_tokens', prompt.cached_tokens, usage.prompt_cache_hit_tokens),
      completion_tokens_details: numberField('reasoning_tokens', completion.reasoning_tokens),
    },
  }
}
