import { randomHex } from '../../clock.ts'

/** HTTP status and title of the error codes that the simulator or its faults return. */
const KNOWN: Record<number, { status: number; title: string }> = {
  4: { status: 429, title: 'Application request limit reached' },
  10: { status: 403, title: 'Application does not have permission for this action' },
  100: { status: 400, title: 'Invalid parameter' },
  190: { status: 401, title: 'Invalid OAuth access token' },
  368: { status: 403, title: 'Temporarily blocked for policies violations' },
  2500: { status: 404, title: 'Unknown path components' },
  130429: { status: 429, title: 'Rate limit hit' },
  131000: { status: 500, title: 'Something went wrong' },
  131008: { status: 400, title: 'Required parameter is missing' },
  131009: { status: 400, title: 'Parameter value is not valid' },
  131016: { status: 500, title: 'Service unavailable' },
  131021: { status: 400, title: 'Recipient cannot be sender' },
  131026: { status: 400, title: 'Message undeliverable' },
  131031: { status: 403, title: 'Business Account locked' },
  131047: { status: 400, title: 'Re-engagement message' },
  131048: { status: 429, title: 'Spam rate limit hit' },
  131051: { status: 400, title: 'Unsupported message type' },
  131056: { status: 429, title: '(Business Account, Consumer Account) pair rate limit hit' },
  131057: { status: 500, title: 'Account in maintenance mode' },
}

export interface GraphErrorFacts {
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
