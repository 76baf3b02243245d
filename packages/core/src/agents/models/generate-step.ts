import { isDeeper } from '@replywright/contract/json-depth.ts'
import type { FinishReason, Instructions, JSONSchema7, LanguageModel } from 'ai'
import * as v from 'valibot'
import { settings } from '../../platform/settings.ts'
import { acceptedSchema, LONGEST_DESCRIPTION } from './accepted-tool.ts'
import { modelError } from './model-errors.ts'
import { shownSchema, spokenText } from './nova.ts'
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
  /** Aborts the call. A timeout signal counts as a model that is down. */
  readonly signal: AbortSignal
}

export interface Step extends StepReply {
  /** `length`: the text was cut. */
  readonly finishReason: FinishReason
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
export async function generateStep({ model, system, facts = '', messages, tools, signal }: StepInput): Promise<Step> {
  const sdk = await import('./ai.ts')
  const names = new Set(tools.map(({ name }) => name))
  try {
    const { text, toolCalls, finishReason, usage, response } = await sdk.generateText({
      model,
      ...((system || facts) && { instructions: instructions(model, system, facts) }),
      messages: toModelMessages(messages, sdk.assistantModelMessageSchema),
      ...(tools.length > 0 && { tools: Object.fromEntries(tools.map((each) => toSdkTool(each, model, sdk))) }),
      // Without it, Amazon Bedrock reserves the model's whole output in the quota of tokens for each call.
      maxOutputTokens: settings.MODEL_MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      stopWhen: sdk.isStepCount(1),
      abortSignal: signal,
    })
    const raw = rawReply(response.messages)
    return {
      text: spokenText(modelIdOf(model), text),
      toolCalls: toolCalls.map((call) => toStepCall(call, names)),
      raw,
      finishReason,
      usage: {
        inputTokens: usage.inputTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
        cachedTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
        writtenTokens: usage.inputTokenDetails.cacheWriteTokens ?? 0,
      },
    }
  } catch (error) {
    throw await modelError(error, signal, [...names])
  }
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
  const shown = isBedrock(model) ? description : description.slice(0, LONGEST_DESCRIPTION).toWellFormed()
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
