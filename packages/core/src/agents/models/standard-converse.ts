import { isObject, type JsonObject, parseJson } from '@replywright/contract/json.ts'
import { isDeepJson } from './json-depth.ts'
import { uniqueCallIds } from './own-call-ids.ts'
import { type AskedFor, calledToolName, type StandardResponse } from './standard-response.ts'

/**
 * Returns a response to `Converse` of Amazon Bedrock as the SDK validates it. Its models may repeat or omit the ids of tool
 * calls, send the arguments as text, and no content.
 */
export function standardConverse(value: unknown, { callIds, tools }: AskedFor): StandardResponse {
  const output = isObject(value) ? value.output : undefined
  const message = isObject(output) ? output.message : undefined
  if (!isObject(value) || (!isObject(message) && typeof value.stopReason !== 'string')) return { kind: 'unreadable' }
  const parts = [isObject(message) ? message.content : undefined].flat().flatMap(partOf)
  const calls = parts.map(({ toolUse }) => toolUse).filter(isObject)
  const ids = uniqueCallIds(
    calls.map(({ toolUseId }) => toolUseId),
    callIds,
  )
  const content = parts.flatMap((part) => {
    const { toolUse } = part
    if (!isObject(toolUse)) return [part]
    const name = calledToolName(toolUse.name, tools)
    const toolUseId = ids[calls.indexOf(toolUse)]
    return name === '' ? [] : [{ toolUse: { toolUseId, name, input: inputOf(toolUse.input) } }]
  })
  const stopReason = typeof value.stopReason === 'string' ? value.stopReason : 'end_turn'
  const { usage, additionalModelResponseFields: fields } = value
  return {
    kind: 'response',
    body: {
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: usageOf(isObject(usage) ? usage : {}),
      ...(isObject(fields) && { additionalModelResponseFields: fields }),
    },
  }
}

/** Returns the parts that the SDK knows. */
function partOf(part: unknown): JsonObject[] {
  if (typeof part === 'string') return [{ text: part }]
  if (!isObject(part)) return []
  const { text, toolUse, reasoningContent, citationsContent } = part
  if (isObject(toolUse)) return [{ toolUse }]
  if (typeof text === 'string') return [{ text }]
  if (isObject(citationsContent)) return [{ citationsContent }]
  return isObject(reasoningContent) ? reasoningOf(reasoningContent) : []
}

function reasoningOf(reasoning: JsonObject): JsonObject[] {
  const { reasoningText, redactedReasoning, redactedContent } = reasoning
  if (typeof reasoningText === 'string') return [{ reasoningContent: { reasoningText: { text: reasoningText } } }]
  const isKnown =
    (isObject(reasoningText) && typeof reasoningText.text === 'string') ||
    isObject(redactedReasoning) ||
    typeof redactedContent === 'string'
  return isKnown ? [{ reasoningContent: reasoning }] : []
}

function inputOf(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? {}
  if (input.trim() === '') return {}
  return isDeepJson(input) ? '' : (parseJson(input)?.value ?? input)
}

const COUNTS = ['inputTokens', 'outputTokens', 'totalTokens'] as const
const CACHE_COUNTS = ['cacheReadInputTokens', 'cacheWriteInputTokens'] as const

function usageOf(usage: JsonObject): JsonObject {
  const count = (name: string) => {
    const number = Number(usage[name] ?? 0)
    return Number.isFinite(number) && number > 0 ? number : 0
  }
  return Object.fromEntries([
    ...COUNTS.map((name) => [name, count(name)]),
    ...CACHE_COUNTS.filter((name) => name in usage).map((name) => [name, count(name)]),
  ])
}
