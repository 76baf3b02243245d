import { isDeeper } from '@replywright/contract/json-depth.ts'
import type { FinishReason, Instructions, JSONSchema7, LanguageModel, LanguageModelUsage } from 'ai'
import * as v from 'valibot'
import { settings } from '../../platform/settings.ts'
import { LIMITS } from '../model-limits.ts'
import { acceptedSchema } from './accepted-tool.ts'
import { type Declined, declinedReason } from './finish-reasons.ts'
import { modelError } from './model-errors.ts'
import { shownSchema, spokenText } from './nova.ts'
import { shorten } from './shorten.ts'
import { rawReply, type StepCall, type StepMessage, type StepReply, toModelMessages } from './step-messages.ts'

interface StepTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface StepInput {
  readonly model: LanguageModel
  /** The part of the system prompt that is the same in all calls of an agent. It is cached with the tools. */
  readonly system: string
  /** The part that changes from call to call. */
  readonly facts?: string
  readonly messages: readonly StepMessage[]
  readonly tools: readonly StepTool[]
  /** How often the usual limit of tokens the response may have. @default 1 */
  readonly room?: number
  /** Aborts the call. A timeout signal counts as a model that is down. */
  readonly signal: AbortSignal
}

export interface Step extends StepReply {
  /** `length`: the text was cut. */
  readonly finishReason: FinishReason
  /** Who declined to answer; absent in all other responses. The text is then what the provider wrote for the customer. */
  readonly declined?: Declined
  /** Zero if the model does not report it. */
  readonly usage: {
    readonly inputTokens: number
    readonly outputTokens: number
    /** The input tokens that were read from the cache. */
    readonly cachedTokens: number
    /** The input tokens that were written to the cache. */
    readonly writtenTokens: number
  }
}

const Schema = v.custom<JSONSchema7>((value) => typeof value === 'object')
const Arguments = v.record(v.string(), v.unknown())

/**
 * Calls the model once. Does not run tools, validate arguments or retry: the caller does.
 * @throws ModelDownError if a retry may succeed
 * @throws ModelRefusedError if a retry would fail too
 */
export async function generateStep(input: StepInput): Promise<Step> {
  const { model, system, facts = '', messages, tools, room = 1, signal } = input
  const sdk = await import('./ai.ts')
  const names = new Set(tools.map(({ name }) => name))
  try {
    const {
      text: said,
      toolCalls,
      finishReason,
      rawFinishReason,
      usage,
      response,
    } = await sdk.generateText({
      model,
      ...((system || facts) && { instructions: instructions(model, system, facts) }),
      messages: toModelMessages(messages, sdk.assistantModelMessageSchema),
      ...(tools.length > 0 && { tools: Object.fromEntries(tools.map((each) => toSdkTool(each, model, sdk))) }),
      // Without it, Amazon Bedrock reserves the model's whole output in the quota of tokens for each call.
      maxOutputTokens: settings.MODEL_MAX_OUTPUT_TOKENS * room,
      maxRetries: 0,
      stopWhen: sdk.isStepCount(1),
      abortSignal: signal,
    })
    const declined = declinedBy(finishReason, rawFinishReason)
    const text = declined && !TOLD_REASONS.has(rawFinishReason ?? '') ? '' : spokenText(modelIdOf(model), said)
    if (declined) return { text, toolCalls: [], finishReason, declined, usage: usageOf(usage) }
    const raw = rawReply(response.messages)
    return {
      text,
      toolCalls: toolCalls.map((call) => toStepCall(call, names)),
      raw,
      finishReason,
      usage: usageOf(usage),
    }
  } catch (error) {
    throw await modelError(error, signal, [...names])
  }
}

function usageOf({ inputTokens = 0, outputTokens = 0, inputTokenDetails }: LanguageModelUsage): Step['usage'] {
  const { cacheReadTokens: cachedTokens = 0, cacheWriteTokens: writtenTokens = 0 } = inputTokenDetails
  return { inputTokens, outputTokens, cachedTokens, writtenTokens }
}

/**
 * Reasons of responses whose text is for the customer: the SDK reports OpenAI's `refusal` so, and a guardrail of Amazon
 * Bedrock has its own message. Any other text was cut by the filter.
 */
const TOLD_REASONS = new Set(['stop', 'guardrail_intervened'])

/** The SDK reports a refusal as a filter. */
function declinedBy(finishReason: FinishReason, raw = ''): Declined | undefined {
  return declinedReason(raw) ?? (finishReason === 'content-filter' ? 'model' : undefined)
}

/** Models of Amazon Bedrock with cache points ("Prompt caching"). Others reject them. */
const CACHING = /(^|\.)(amazon\.nova-(micro|lite|pro|premier)-v1|anthropic\.claude-(3-5-haiku|3-7|[a-z]+-\d))/
const CACHE_POINT = { bedrock: { cachePoint: { type: 'default' } } }

/** Returns the system prompt, with a cache point behind the tools and the part that stays the same. */
export function instructions(model: LanguageModel, system: string, facts: string): Instructions {
  const joined = [system, facts].filter(Boolean).join('\n\n')
  if (!system || !isBedrock(model) || !CACHING.test(modelIdOf(model))) return joined
  return [
    { role: 'system', content: system, providerOptions: CACHE_POINT },
    ...(facts ? [{ role: 'system' as const, content: facts }] : []),
  ]
}

function toSdkTool({ name, description, parameters }: StepTool, model: LanguageModel, sdk: typeof import('./ai.ts')) {
  const inputSchema = sdk.jsonSchema(v.parse(Schema, shownSchema(modelIdOf(model), acceptedSchema(parameters))))
  const shown = isBedrock(model) ? description : shorten(description, LIMITS.descriptionCharacters)
  return [name, sdk.tool({ description: shown, inputSchema })] as const
}

function modelIdOf(model: LanguageModel): string {
  return typeof model === 'string' ? model : model.modelId
}

function isBedrock(model: LanguageModel): boolean {
  return typeof model !== 'string' && model.provider.includes('bedrock')
}

function toStepCall(
  call: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown; readonly invalid?: boolean },
  names: ReadonlySet<string>,
): StepCall {
  const { toolCallId: id, toolName: name, input } = call
  if (!names.has(name)) return { id, name, args: {}, invalid: `Unknown tool: ${name}.` }
  const args = call.invalid || Array.isArray(input) || isDeeper(input) ? undefined : v.safeParse(Arguments, input)
  if (!args?.success) return { id, name, args: {}, invalid: 'The arguments are not a JSON object.' }
  return { id, name, args: args.output }
}
