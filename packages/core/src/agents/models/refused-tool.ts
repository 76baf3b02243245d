import { isObject, parseJson } from '@replywright/contract/json.ts'

/** What the SDK's error of a call has. */
interface Refusal {
  readonly statusCode?: number | undefined
  readonly responseBody?: string | undefined
}

const LONGEST_TEXT = 4000
/** Statuses of a request that the model rejects. llama.cpp rejects a schema with 500. */
const REJECTED = [400, 422, 500]
/** A message about a tool: OpenAI, Anthropic, Amazon Bedrock, Gemini, llama.cpp and vLLM. */
const ABOUT_TOOLS = /schema|function|tool|parameter|grammar/i
/** Positions of a tool: `tools[3]`, `tools.3`, `toolConfig.tools.3.member`, `function_declarations[3]`. */
const POSITIONS = [/function_declarations\[(\d{1,4})\]/i, /tools?(?:\[|\.)(\d{1,4})\b/i]

/**
 * Returns the tool because of which a model rejected a request, or undefined. The message names it, or its position.
 * @param names the names of the tools in the order of the request
 */
export function refusedTool(
  { statusCode = 0, responseBody = '' }: Refusal,
  names: readonly string[],
): string | undefined {
  if (!REJECTED.includes(statusCode)) return undefined
  const text = messageOf(responseBody).slice(0, LONGEST_TEXT)
  if (!ABOUT_TOOLS.test(text)) return undefined
  const words = new Set(text.split(/[^\w-]+/))
  const quoted = names.filter((name) => [`'${name}'`, `"${name}"`, `\`${name}\``].some((each) => text.includes(each)))
  const [named, ...others] = quoted.length > 0 ? quoted : names.filter((name) => words.has(name) && /[_-]/.test(name))
  if (named !== undefined && others.length === 0) return named
  const [position] = POSITIONS.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])
  return position === undefined ? undefined : names[Number(position)]
}

/** Returns all texts of an error's body: the message and the path of the parameter. */
function messageOf(body: string): string {
  const value = parseJson(body)?.value
  const error = isObject(value) && isObject(value.error) ? value.error : value
  const texts = isObject(error) ? [error.message, error.param, error.detail, error.error] : [body]
  return texts.filter((text) => typeof text === 'string').join(' ')
}
