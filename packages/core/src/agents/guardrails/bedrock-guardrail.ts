import type {
  GuardrailChecksConfig,
  GuardrailChecksContentBlock,
  GuardrailChecksSensitiveInformationEntityType,
  InvokeGuardrailChecksResponse,
} from '@aws-sdk/client-bedrock-runtime'
import { isObject } from '@replywright/contract/json.ts'
import { ModelDownError } from '../models/model-errors.ts'
import type { Guardrail, Moment, Score } from './guardrail.ts'

const TIMEOUT_MILLISECONDS = 10_000
/** The characters of one content block. Longer texts have several. */
const BLOCK_CHARACTERS = 10_000
/** What no reply to a customer needs. Names, addresses and phone numbers are part of many. */
const ENTITIES: readonly GuardrailChecksSensitiveInformationEntityType[] = [
  'AWS_ACCESS_KEY',
  'AWS_SECRET_KEY',
  'CREDIT_DEBIT_CARD_CVV',
  'CREDIT_DEBIT_CARD_NUMBER',
  'INTERNATIONAL_BANK_ACCOUNT_NUMBER',
  'PASSWORD',
  'PIN',
  'US_BANK_ACCOUNT_NUMBER',
  'US_SOCIAL_SECURITY_NUMBER',
]
const CONFIGS = {
  contentFilter: {
    categories: [
      { category: 'VIOLENCE' },
      { category: 'HATE' },
      { category: 'SEXUAL' },
      { category: 'MISCONDUCT' },
      { category: 'INSULTS' },
    ],
  },
  promptAttack: {
    categories: [{ category: 'JAILBREAK' }, { category: 'PROMPT_INJECTION' }, { category: 'PROMPT_LEAKAGE' }],
  },
  sensitiveInformation: { entities: ENTITIES.map((type) => ({ type })) },
} as const satisfies GuardrailChecksConfig

const ROLES = { customer: 'user', tool: 'user', reply: 'assistant' } as const satisfies Record<Moment, string>

/** Amazon Bedrock's `InvokeGuardrailChecks`, which needs no guardrail resource. */
export const bedrockGuardrail: Guardrail = {
  async score(moment, text, checks, signal) {
    const { BedrockRuntimeClient, InvokeGuardrailChecksCommand } = await import('@aws-sdk/client-bedrock-runtime')
    const client = new BedrockRuntimeClient({ maxAttempts: 2 })
    const limit = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    try {
      const request = new InvokeGuardrailChecksCommand({
        messages: [{ role: ROLES[moment], content: blocksOf(text) }],
        checks: Object.fromEntries(checks.map((check) => [check, CONFIGS[check]])),
      })
      return scoresOf(await client.send(request, { abortSignal: AbortSignal.any([signal, limit]) }))
    } catch (error) {
      throw guardrailError(error, limit.aborted)
    } finally {
      client.destroy()
    }
  },
}

function blocksOf(text: string): GuardrailChecksContentBlock[] {
  const count = Math.ceil(text.length / BLOCK_CHARACTERS)
  return Array.from({ length: count }, (_, index) => ({
    text: text.slice(index * BLOCK_CHARACTERS, (index + 1) * BLOCK_CHARACTERS).toWellFormed(),
  }))
}

function scoresOf({ results }: InvokeGuardrailChecksResponse): Score[] {
  const { contentFilter, promptAttack, sensitiveInformation } = results ?? {}
  return [
    ...severities('contentFilter', contentFilter?.results),
    ...severities('promptAttack', promptAttack?.results),
    ...(sensitiveInformation?.results ?? []).map(({ type = '', confidenceScore: score = 0 }) => ({
      check: 'sensitiveInformation' as const,
      name: type,
      score,
    })),
  ]
}

function severities(
  check: 'contentFilter' | 'promptAttack',
  entries: readonly { readonly category?: string | undefined; readonly severityScore?: number | undefined }[] = [],
): Score[] {
  return entries.map(({ category: name = '', severityScore: score = 0 }) => ({ check, name, score }))
}

/** A text that cannot be checked is not let through: the turn is retried as when the model is down. */
function guardrailError(error: unknown, isLate: boolean): ModelDownError {
  const metadata = isObject(error) && isObject(error.$metadata) ? error.$metadata : {}
  const status = typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
  if (isLate) return new ModelDownError('timeout')
  return new ModelDownError(status === 403 ? 'access' : status === undefined ? 'network' : 'status', status)
}
