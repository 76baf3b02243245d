import { hasEffect, parseApiSchema } from '@replywright/contract/api-schema.ts'
import { isObject } from '@replywright/contract/json.ts'

/** The name of the tool with which an agent asks for a person. */
export const ASK_FOR_HUMAN = 'ask_for_human'

/** A tool that the model can call. Names match `^[a-zA-Z0-9_-]{1,64}$` and are unique within a turn. */
export interface Tool {
  readonly name: string
  /** Text for the model. */
  readonly description: string
  /** JSON Schema (an object) of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Whether a call may change something outside of the conversation. A turn with such a call does not start over. */
  readonly changesOutside: boolean
  /** Added to the agent's credits for each call. */
  readonly creditCost: number
  /** Tells the tool's author that a model rejects it. */
  onRefused?(): Promise<void>
  /** Runs the tool with validated arguments. An error of a customer's endpoint is a result, not an exception. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>
}

export interface ToolCall {
  /** A UUID, the same if the call is repeated after a crash. Sent as `Idempotency-Key`. */
  readonly id: string
  readonly now: number
  /** Aborts at the turn's deadline. */
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** Text for the model, at most 16 KB. */
  readonly text: string
  /** Files to send with the reply, by their keys in the bucket. */
  readonly media?: readonly { readonly key: string; readonly mimeType: string; readonly caption?: string }[]
  /** The agent that answers from now on. */
  readonly handoffTo?: string
  /** What the customer can choose below the answer. */
  readonly choices?: readonly string[]
  /** Whether the answer has a button with which the customer shares the phone number. */
  readonly asksForNumber?: boolean
  /** Why the agent asks for a person. It answers once more, and is then silent until handback. */
  readonly asksForHuman?: HumanRequest
}

export interface HumanRequest {
  readonly reason: string
  /** What the customer wants. */
  readonly summary: string
}

/** Sections of an `apiSchema`, and the names that other formats have for them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  path_params: ['path', 'path_parameters', 'pathParams'],
  query_params: ['query', 'params', 'query_parameters', 'queryParams'],
  request_headers: ['headers', 'header', 'requestHeaders'],
  request_body: ['body', 'data', 'json', 'requestBody'],
}
const FIELDS = ['url', 'method', ...Object.keys(SECTIONS)]

const FORMAT =
  'Describe an HTTP request: {"url", "method", "path_params", "query_params", "request_headers", "request_body"}'

/**
 * Returns why an agent does not have the tool with this `apiSchema`, or which of its fields have no effect, and what to
 * do. Contains names of fields, and no values.
 */
export function toolProblem(apiSchema: unknown): string | undefined {
  const parsed = parseApiSchema(apiSchema)
  const ignored = isObject(apiSchema) ? ignoredFields(apiSchema) : []
  if (!('invalid' in parsed)) return ignored.length === 0 ? undefined : `Without effect: ${ignored.join('; ')}.`
  const isFunction = isObject(apiSchema) && ('function' in apiSchema || 'parameters' in apiSchema)
  const reason = isFunction ? `apiSchema is a function of a model. ${FORMAT}` : [parsed.invalid, ...ignored].join('; ')
  return `The agent does not have this tool: ${reason}.`
}

function ignoredFields(apiSchema: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(apiSchema).filter((name) => !FIELDS.includes(name))
  return [
    ...unknown.map((name) => {
      const [section] = Object.entries(SECTIONS).find(([, names]) => names.includes(name)) ?? []
      return section ? `${name} (use ${section})` : name
    }),
    ...Object.keys(SECTIONS).flatMap((section) => ignoredIn(section, apiSchema[section])),
  ]
}

/** Returns the parameters of a section that are not described as `input`. */
function ignoredIn(section: string, piece: unknown): string[] {
  if (piece === undefined || piece === null) return []
  if (!isObject(piece))
    return section === 'request_body' && hasEffect(piece) ? [] : [`${section} (must be an object of parameters)`]
  if (isObject(piece.input) || isObject(piece.properties) || piece.type === 'array') return []
  return Object.entries(piece)
    .filter(([, parameter]) => !hasEffect(parameter))
    .map(([name]) => `${section}.${name} (needs "input" with the type "description" or "value")`)
}
