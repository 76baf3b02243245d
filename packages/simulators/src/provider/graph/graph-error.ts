import * as v from 'valibot'
import { randomHex } from '../../clock.ts'

/** HTTP status and title of the error codes that the simulator or its faults return. */
const KNOWN: Record<number, { status: number; title: string }> = {
  4: { status: 429, title: 'Application request limit reached' },
  10: { status: 403, title: 'Application does not have permission for this action' },
  100: { status: 400, title: 'Invalid parameter' },
  190: { status: 401, title: 'Invalid OAuth access token' },
  368: { status: 403, title: 'Temporarily blocked for policies violations' },
  2494191: { status: 400, title: 'Thread control is not permitted' },
  2500: { status: 404, title: 'Unknown path components' },
  80007: { status: 429, title: 'Rate limit issues' },
  130429: { status: 429, title: 'Rate limit hit' },
  130472: { status: 400, title: "User's number is part of an experiment" },
  130497: { status: 403, title: 'Business account is restricted from messaging users in this country' },
  131000: { status: 500, title: 'Something went wrong' },
  131005: { status: 403, title: 'Access denied' },
  131008: { status: 400, title: 'Required parameter is missing' },
  131009: { status: 400, title: 'Parameter value is not valid' },
  131016: { status: 500, title: 'Service unavailable' },
  131021: { status: 400, title: 'Recipient cannot be sender' },
  131026: { status: 400, title: 'Message undeliverable' },
  131030: { status: 400, title: 'Recipient phone number not in allowed list' },
  131031: { status: 403, title: 'Business Account locked' },
  131037: { status: 400, title: 'Display name approval is required' },
  131042: { status: 400, title: 'Business eligibility payment issue' },
  131045: { status: 500, title: 'Incorrect certificate' },
  131047: { status: 400, title: 'Re-engagement message' },
  131048: { status: 429, title: 'Spam rate limit hit' },
  131049: { status: 400, title: 'This message was not delivered to maintain healthy ecosystem engagement' },
  131050: { status: 400, title: 'User has stopped marketing messages' },
  131051: { status: 400, title: 'Unsupported message type' },
  131052: { status: 400, title: 'Media download error' },
  131053: { status: 400, title: 'Media upload error' },
  131056: { status: 429, title: '(Business Account, Consumer Account) pair rate limit hit' },
  131055: { status: 400, title: 'Method not allowed' },
  131057: { status: 500, title: 'Account in maintenance mode' },
  131062: { status: 400, title: 'Business-scoped user id recipients are not supported for this message' },
  131063: { status: 400, title: 'Marketing templates are disabled' },
  131064: { status: 400, title: 'Messaging limit reduced' },
  132000: { status: 400, title: 'Number of parameters does not match the expected number of params' },
  132001: { status: 404, title: 'Template name does not exist in the translation' },
  132005: { status: 400, title: 'Translated text too long' },
  132007: { status: 400, title: 'Template format character policy violated' },
  132012: { status: 400, title: 'Parameter format does not match format in the created template' },
  132015: { status: 400, title: 'Template is paused' },
  132016: { status: 400, title: 'Template is disabled' },
  132018: { status: 400, title: 'There is an issue with the parameters in your template' },
  132068: { status: 400, title: 'Flow is blocked' },
  132069: { status: 400, title: 'Flow is throttled' },
  133010: { status: 400, title: 'Phone number not registered' },
  134011: { status: 400, title: 'Payments terms of service have not been accepted' },
  135000: { status: 400, title: 'Generic user error' },
  137000: { status: 400, title: 'Identity key hash mismatch' },
}

/** The error codes of the provider that the simulator knows. */
export const GRAPH_CODES: readonly number[] = Object.keys(KNOWN).map(Number)

interface GraphErrorFacts {
  code: number
  /** Overrides the code's usual status. */
  status?: number
  /** The text after `(#code)`. @default the code's title */
  message?: string
  details?: string
  subcode?: number
  type?: string
}

export class GraphError extends Error {
  override name = 'GraphError'
  readonly code: number
  readonly title: string
  readonly details: string
  readonly status: number
  readonly body: object

  constructor({ code, status, message, details, subcode, type = 'OAuthException' }: GraphErrorFacts) {
    const known = KNOWN[code]
    const text = message ?? known?.title ?? 'Unknown error'
    super(text)
    this.code = code
    this.title = known?.title ?? text
    this.details = details ?? text
    this.status = status ?? known?.status ?? 400
    this.body = {
      error: {
        message: subcode === undefined && code > 99 && code !== 190 && code !== 2500 ? `(#${code}) ${text}` : text,
        type,
        code,
        error_subcode: subcode,
        error_data: details === undefined ? undefined : { messaging_product: 'whatsapp', details },
        fbtrace_id: `A${randomHex(22)}`,
      },
    }
  }
}

/** Builds the provider's error for an id that does not exist, or does not belong to the token. */
export function unknownObject(id: string): GraphError {
  return new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })
}

/** Parses a JSON body. @throws GraphError 100 if it is not JSON */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw Object.assign(new GraphError({ code: 100, message: 'Invalid JSON' }), { cause })
  }
}

/** Validates the input. @throws GraphError for the first issue */
export function check<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw errorOf(result.issues[0])
}

/** As `check`, with the code of every mistake in a template. @throws GraphError 100 */
export function checkTemplate<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw new GraphError({ code: 100, details: errorOf(result.issues[0]).details })
}

/** 100: parts required in every message, unknown keys, too long text. 131008: other missing parts. Otherwise 131009. */
function errorOf(issue: v.BaseIssue<unknown>): GraphError {
  const path = v.getDotPath(issue) ?? ''
  const missing = issue.input === undefined
  if (path === '') return new GraphError({ code: 100, details: issue.message })
  if (issue.expected === 'never') return new GraphError({ code: 100, message: `Unexpected key "${path}"` })
  if (issue.type === 'max_code_points' && path === 'text.body')
    return new GraphError({ code: 100, message: "Param text['body'] must be at most 4096 characters long." })
  if (path === 'messaging_product' || path === 'type')
    return new GraphError({
      code: 100,
      message: missing ? `The parameter ${path} is required.` : `Param ${path} must be one of ${issue.expected}`,
    })
  if (missing) return new GraphError({ code: 131008, details: `Parameter '${path}' is mandatory` })
  return new GraphError({ code: 131009, details: `Parameter '${path}' is not valid: ${issue.message}` })
}
