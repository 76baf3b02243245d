import type { ErrorCode } from '@messaging/contract/errors.ts'
import * as v from 'valibot'

/** Why the provider refused something, in this service's words. */
export interface ProviderError {
  readonly code: Extract<ErrorCode, 'window_closed' | 'validation_error' | 'upstream_error'>
  /** The provider's own code; null when there is none. */
  readonly providerCode: number | null
  /** What the provider says, with its code; no secret in it. */
  readonly message: string
}

const Text = v.fallback(v.optional(v.string()), undefined)

/** An error as the provider answers it, and as it reports it with a failed message. */
const ErrorObject = v.object({
  code: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number()),
  message: Text,
  title: Text,
  error_data: v.fallback(v.optional(v.object({ details: Text })), undefined),
})

const CLOSED_WINDOW = 131047
/** Errors in what was asked, of those whose code does not begin with 132: parameters, recipient, media, type. */
const BAD_REQUESTS = [100, 131008, 131009, 131021, 131026, 131030, 131050, 131051, 131052, 131053, 131062, 135000]
/** The provider took nothing and says that it soon can: rate limits and maintenance. */
const TRANSIENT = [4, 80007, 130429, 131016, 131057]

const LONGEST_MESSAGE = 500

/** Reads the provider's error object; undefined when `raw` is none. */
export function readErrorObject(raw: unknown): ProviderError | undefined {
  const parsed = v.safeParse(ErrorObject, raw)
  if (!parsed.success) return undefined
  const { code, message, title, error_data } = parsed.output
  const text = error_data?.details ?? message ?? title ?? 'no reason given'
  return {
    code: codeOf(code),
    providerCode: code,
    message: `The messaging provider says: ${text.slice(0, LONGEST_MESSAGE)} (${code})`,
  }
}

const ErrorBody = v.object({ error: v.unknown() })

/** Reads the body of an error answer; undefined when it has no error object of the provider. */
export function readErrorBody(body: unknown): ProviderError | undefined {
  const parsed = v.safeParse(ErrorBody, body)
  return parsed.success ? readErrorObject(parsed.output.error) : undefined
}

function codeOf(code: number): ProviderError['code'] {
  if (code === CLOSED_WINDOW) return 'window_closed'
  return BAD_REQUESTS.includes(code) || Math.floor(code / 1000) === 132 ? 'validation_error' : 'upstream_error'
}

/** Whether the call may simply be made again after a moment. */
export function isTransient({ providerCode }: ProviderError): boolean {
  return providerCode !== null && TRANSIENT.includes(providerCode)
}
