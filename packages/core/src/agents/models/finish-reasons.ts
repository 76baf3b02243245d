import { isObject, parseJson } from '@replywright/contract/json.ts'

/** Why a model says nothing, finally: it refuses, or a filter of its provider does. */
export type Declined = 'model' | 'filter'

/** The reasons of OpenAI by those of other servers, in lower case. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
  stop: ['end_turn', 'stop_sequence', 'eos', 'eos_token', 'complete', 'completed', 'done', 'finish', 'null', ''],
  length: ['max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded', 'incomplete'],
  tool_calls: ['tool_use', 'tool_call', 'function_call', 'malformed_function_call'],
}

/**
 * The reasons of a refusal. Sources: OpenAI and Azure (`content_filter`), Amazon Bedrock (`guardrail_intervened`,
 * `content_filtered`), Anthropic (`refusal`), Google (`FinishReason` and `BlockReason`), Zhipu (`sensitive`), Cohere
 * (`ERROR_TOXIC`), DashScope (`data_inspection_failed`).
 */
const DECLINED: Readonly<Record<Declined, readonly string[]>> = {
  model: ['refusal', 'refused'],
  filter: [
    'content_filter',
    'content_filtered',
    'content_blocked',
    'content_policy_violation',
    'guardrail_intervened',
    'safety',
    'image_safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'sensitive',
    'moderation',
    'error_toxic',
    'data_inspection_failed',
  ],
}

/**
 * Returns a finish reason in OpenAI's words; unknown ones as they are, in lower case. Returns undefined without a reason.
 * A refusal of the model is `refusal`.
 */
export function standardReason(value: unknown): string | undefined {
  const reason = nameOf(value)
  if (reason === undefined) return undefined
  const declined = declinedReason(reason)
  if (declined) return declined === 'filter' ? 'content_filter' : 'refusal'
  return Object.entries(STANDARD).find(([, names]) => names.includes(reason))?.[0] ?? reason
}

/** Returns who declined, according to the finish reason of a response; undefined if it says nothing of the kind. */
export function declinedReason(value: unknown): Declined | undefined {
  // Google's compatible server appends its own reason: `content_filter: SAFETY`.
  const reason = nameOf(value)?.split(':', 1)[0]?.trim() ?? ''
  if (DECLINED.filter.includes(reason)) return 'filter'
  return DECLINED.model.includes(reason) ? 'model' : undefined
}

function nameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value.type : value
  return typeof name === 'string' ? name.trim().toLowerCase().replaceAll('-', '_').slice(0, 80) : undefined
}

/**
 * Parts of errors with which a provider's filter blocks a request, in lower case. Sources: Azure OpenAI ("Content filtering"),
 * OpenAI (`invalid_prompt`), Anthropic, OpenRouter ("Moderation"), DeepSeek, Alibaba Cloud ("Error codes"), Google.
 */
const FILTER_MESSAGES = [
  'content management policy',
  'content filtering policy',
  'content filter',
  'responsibleaipolicyviolation',
  'violating our usage policy',
  'flagged_input',
  'content exists risk',
  'inappropriate content',
  'safety system',
  'prohibited content',
  'prohibited_content',
]
const LONGEST_ERROR = 20_000

/** Returns whether a provider's filter rejected a request, by the body of the error. */
export function isFilterError(body: string): boolean {
  const known = body.slice(0, LONGEST_ERROR).toLowerCase()
  const parsed = parseJson(known)?.value
  const error = isObject(parsed) && isObject(parsed.error) ? parsed.error : parsed
  const codes = isObject(error) ? [error.code, error.type] : []
  return codes.some((code) => declinedReason(code) === 'filter') || FILTER_MESSAGES.some((part) => known.includes(part))
}
