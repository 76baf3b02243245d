import type { Call, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { isObject, parseObject } from '../json.ts'
import { ServiceError } from '../service-error.ts'

const PATH = '/guardrail-checks/invoke'
const ROLES = ['user', 'assistant', 'system']
const CONTENT = ['VIOLENCE', 'HATE', 'SEXUAL', 'MISCONDUCT', 'INSULTS']
const ATTACKS = ['JAILBREAK', 'PROMPT_INJECTION', 'PROMPT_LEAKAGE']
const ENTITIES = [
  ...['ADDRESS', 'AGE', 'AWS_ACCESS_KEY', 'AWS_SECRET_KEY', 'CA_HEALTH_NUMBER', 'CA_SOCIAL_INSURANCE_NUMBER'],
  ...['CREDIT_DEBIT_CARD_CVV', 'CREDIT_DEBIT_CARD_EXPIRY', 'CREDIT_DEBIT_CARD_NUMBER', 'DRIVER_ID', 'EMAIL'],
  ...[
    'INTERNATIONAL_BANK_ACCOUNT_NUMBER',
    'IP_ADDRESS',
    'LICENSE_PLATE',
    'MAC_ADDRESS',
    'NAME',
    'PASSWORD',
    'PHONE',
    'PIN',
  ],
  ...[
    'SWIFT_CODE',
    'UK_NATIONAL_HEALTH_SERVICE_NUMBER',
    'UK_NATIONAL_INSURANCE_NUMBER',
    'UK_UNIQUE_TAXPAYER_REFERENCE_NUMBER',
  ],
  ...['URL', 'USERNAME', 'US_BANK_ACCOUNT_NUMBER', 'US_BANK_ROUTING_NUMBER', 'US_INDIVIDUAL_TAX_IDENTIFICATION_NUMBER'],
  ...['US_PASSPORT_NUMBER', 'US_SOCIAL_SECURITY_NUMBER', 'VEHICLE_IDENTIFICATION_NUMBER'],
]
/** The checks of the API: the list of each, the field that names one, and the names. */
const CHECKS = {
  contentFilter: { list: 'categories', field: 'category', names: CONTENT },
  promptAttack: { list: 'categories', field: 'category', names: ATTACKS },
  sensitiveInformation: { list: 'entities', field: 'type', names: ENTITIES },
} as const
type Check = keyof typeof CHECKS

const UNIT_CHARACTERS = 1000

/**
 * Builds Amazon Bedrock's `InvokeGuardrailChecks`. A text such as `[HATE 0.8]` in a message has this score. Everything else
 * has the score 0.
 */
export function guardrailChecksService(): Service {
  const action = 'InvokeGuardrailChecks'
  return {
    actions: [action],
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServerException'],
      throttled: [429, 'ThrottlingException', 'Too many requests, please wait before trying again.'],
    },
    error: (_, status, code, message) => restJsonError(status, code, message),
    access({ method, url }) {
      if (method !== 'POST' || url.pathname !== PATH)
        throw new ServiceError(404, 'ResourceNotFoundException', `${method} ${url.pathname} is not supported`)
      return { action, needs: [{ action: `bedrock:${action}`, resource: '*' }] }
    },
    async handle({ body }: Call) {
      const { messages, checks, ...others } = parseObject(body.toString())
      refuseOthers(others, 'the request')
      const texts = readMessages(messages)
      const named = readChecks(checks)
      const results = Object.fromEntries(named.map(([check, names]) => [check, resultOf(check, names, texts)]))
      const textUnits = texts.reduce((sum, { text }) => sum + Math.ceil(text.length / UNIT_CHARACTERS), 0)
      const usage = Object.fromEntries(named.map(([check]) => [check, { textUnits }]))
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ results, usage }),
      }
    },
  }
}

interface Text {
  readonly text: string
  readonly messageIndex: number
  readonly contentIndex: number
}

function readMessages(messages: unknown): Text[] {
  return listOf(messages, 'messages').flatMap((message, messageIndex) => {
    const { role, content, ...others } = objectOf(message, 'messages')
    refuseOthers(others, 'messages')
    if (!ROLES.includes(String(role))) throw invalid(`messages.role must be one of ${ROLES.join(', ')}`)
    return listOf(content, 'messages.content').map((block, contentIndex) => {
      const { text, ...more } = objectOf(block, 'messages.content')
      refuseOthers(more, 'messages.content')
      if (typeof text !== 'string' || text === '') throw invalid('messages.content.text must have length at least 1')
      return { text, messageIndex, contentIndex }
    })
  })
}

function readChecks(checks: unknown): [Check, string[]][] {
  const { contentFilter, promptAttack, sensitiveInformation, ...others } = objectOf(checks, 'checks')
  refuseOthers(others, 'checks')
  const named = Object.entries({ contentFilter, promptAttack, sensitiveInformation }).flatMap(
    ([name, config]): [Check, string[]][] => {
      if (config === undefined) return []
      const check = isCheck(name) ? name : 'contentFilter'
      const { list, field, names } = CHECKS[check]
      const { [list]: listed, ...more } = objectOf(config, `checks.${check}`)
      refuseOthers(more, `checks.${check}`)
      const chosen = listOf(listed, `checks.${check}.${list}`).map((one) => {
        const { [field]: chosenName, ...rest } = objectOf(one, `checks.${check}.${list}`)
        refuseOthers(rest, `checks.${check}.${list}`)
        return String(chosenName)
      })
      const unknown = chosen.find((one) => !names.includes(one))
      if (unknown !== undefined || chosen.length > names.length)
        throw invalid(`checks.${check}.${list} must have at most ${names.length} of: ${names.join(', ')}`)
      return [[check, chosen]]
    },
  )
  if (named.length === 0) throw invalid('checks must have at least one check')
  return named
}

function isCheck(name: string): name is Check {
  return name in CHECKS
}

function resultOf(check: Check, names: readonly string[], texts: readonly Text[]): object {
  if (check !== 'sensitiveInformation')
    return {
      results: names.map((category) => ({
        category,
        severityScore: Math.max(0, ...texts.flatMap(({ text }) => marks(text, category).map(({ score }) => score))),
      })),
    }
  const results = texts.flatMap(({ text, ...place }) =>
    names.flatMap((type) =>
      marks(text, type).map(({ score, at, length }) => ({
        ...place,
        type,
        confidenceScore: score,
        beginOffset: at,
        endOffset: at + length,
      })),
    ),
  )
  return { results, truncated: false }
}

function marks(text: string, name: string) {
  return [...text.matchAll(/\[([A-Z_]{3,40}) ([01]\.\d)\]/g)]
    .filter(([, marked]) => marked === name)
    .map(({ 0: whole, 2: score, index }) => ({ score: Number(score), at: index, length: whole.length }))
}

function listOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid(`${name} must have length at least 1`)
  return value
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw invalid(`${name} must be an object`)
  return value
}

function refuseOthers(others: object, name: string): void {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`${name} has the unknown member ${unknown}`)
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationException', message)
}
