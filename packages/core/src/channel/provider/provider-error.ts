import * as v from 'valibot'
import type { ChannelError } from '../port.ts'
import { problemOf } from './account-problems.ts'

const Text = v.fallback(v.optional(v.string()), undefined)

/** The error object in an error response and in the status of a failed message. */
const ErrorObject = v.object({
  code: v.pipe(v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]), v.transform(Number), v.number()),
  error_subcode: v.fallback(v.optional(v.number()), undefined),
  message: Text,
  title: Text,
  error_data: v.fallback(v.optional(v.object({ details: Text })), undefined),
})

const CLOSED_WINDOW = 131047
/** The app may not take the control of a conversation. */
const CONTROL_REFUSED = 2494191
const CONTROL_TEXT =
  'only the escalation partner of the number can take control; send a message instead, which takes it, too'
/** The customer stopped marketing messages of the business. */
const MARKETING_STOPPED = 131050
/** Errors of the request (parameters, recipient, media, type) whose code does not begin with 132. */
const BAD_REQUESTS = [
  100,
  130472,
  131008,
  131009,
  131021,
  131026,
  131030,
  131049,
  MARKETING_STOPPED,
  131051,
  131052,
  131053,
  131062,
  135000,
  CONTROL_REFUSED,
]
/** Temporary rejections without effect: rate limits and maintenance. */
const TRANSIENT = [4, 80007, 130429, 131016, 131057]

const MAX_MESSAGE_LENGTH = 500
/** Clearer texts for errors, by their subcodes. */
const TEXTS: Readonly<Record<number, string>> = {
  [CONTROL_REFUSED]: CONTROL_TEXT,
  2388023: 'a template of this name was deleted, which blocks the name for 30 days; use another name',
}

/** Parses the provider's error object. Returns undefined if `raw` is not one. */
export function readErrorObject(raw: unknown): ChannelError | undefined {
  const parsed = v.safeParse(ErrorObject, raw)
  if (!parsed.success) return undefined
  const { code, error_subcode = 0, message, title, error_data } = parsed.output
  const text = TEXTS[error_subcode] ?? TEXTS[code] ?? error_data?.details ?? message ?? title ?? 'no reason was given'
  const numberProblem = problemOf(code, error_subcode)
  return {
    code: codeOf(code),
    providerCode: code,
    message: `The messaging provider reports: ${text.slice(0, MAX_MESSAGE_LENGTH)} (${code})`,
    ...(code === MARKETING_STOPPED && { refusesMarketing: true }),
    ...(numberProblem && { numberProblem }),
  }
}

const Named = v.object({
  message: Text,
  title: Text,
  error_data: v.fallback(v.optional(v.object({ details: Text })), undefined),
})

/**
 * Parses the errors of a failed message. Of several, returns the first that shows a problem of the number, else the first with a code, else
 * the reason of one without a code. Returns undefined if there is none.
 */
export function readErrors(errors: readonly unknown[]): ChannelError | undefined {
  const coded = errors.flatMap((error) => readErrorObject(error) ?? [])
  return (
    coded.find(({ numberProblem }) => numberProblem) ??
    coded[0] ??
    errors.flatMap((error) => readUncoded(error) ?? [])[0]
  )
}

function readUncoded(raw: unknown): ChannelError | undefined {
  const parsed = v.safeParse(Named, raw)
  const text = parsed.success && (parsed.output.error_data?.details ?? parsed.output.message ?? parsed.output.title)
  if (!text) return undefined
  const message = `The messaging provider reports: ${text.slice(0, MAX_MESSAGE_LENGTH)} (without a code)`
  return { code: 'upstream_error', providerCode: null, message }
}

const ErrorBody = v.object({ error: v.unknown() })

/** Parses the body of an error response. Returns undefined if it has no error object of the provider. */
export function readErrorBody(body: unknown): ChannelError | undefined {
  const parsed = v.safeParse(ErrorBody, body)
  return parsed.success ? readErrorObject(parsed.output.error) : undefined
}

/** Parses an error of the provider whose code is missing: a refusal with its text. Returns undefined if `body` is not one. */
export function readUncodedBody(body: unknown): ChannelError | undefined {
  const parsed = v.safeParse(ErrorBody, body)
  return parsed.success ? readUncoded(parsed.output.error) : undefined
}

function codeOf(code: number): ChannelError['code'] {
  if (code === CLOSED_WINDOW) return 'window_closed'
  return BAD_REQUESTS.includes(code) || Math.floor(code / 1000) === 132 ? 'validation_error' : 'upstream_error'
}

/** Returns whether the call can be retried after a short pause. */
export function isTransient({ providerCode }: ChannelError): boolean {
  return providerCode !== null && TRANSIENT.includes(providerCode)
}
