import { isObject } from '@replywright/contract/json.ts'
import { InternalError, RateLimitError, ServiceError } from '../errors.ts'

/** An error as a log line may show it. */
interface LoggableError {
  readonly name: string
  readonly code?: string
  readonly status?: number
  /** AWS's id of the request. */
  readonly awsRequestId?: string
  readonly message?: string
  /** The frames, without the message above them. */
  readonly stack?: string
  readonly cause?: LoggableError
}

const NAME = /^[A-Za-z]\w{0,79}$/
/** A code is a word, such as `ECONNRESET`, and no number of a customer. */
const CODE = /^(?!.*\d{6})[A-Za-z][\w.-]{0,63}$/
const AWS_REQUEST_ID = /^[\w-]{1,80}$/
/** Parts of other authors' messages that contain no data. */
const HARMLESS_PARTS = [
  /is not authorized to perform: [a-z0-9-]+:[A-Za-z]+/,
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[A-Za-z_$][\w$]{0,40}'\)$/,
]
const FRAME =
  /^ {4}at (?:[\w$.<>#[\] ]{1,120} )?\(?(?:(?:file:\/\/|node:)?[\w@$./:\\-]{1,300}:\d+:\d+|index \d+|<anonymous>)\)?$/
const MOST_FRAMES = 12
const MOST_CAUSES = 3
const LONGEST_MESSAGE = 500
/** A phone number: digits that are no part of an id. */
const LONG_NUMBER = /(?<![\w-])\+?\d{7,}(?![\w-])/g

/**
 * Returns what a log line may show of an error: names, codes, positions in the code, and messages that we wrote. Messages
 * of libraries and services may quote a request with secrets, texts and numbers of customers.
 */
export function loggableError(thrown: unknown, causes = MOST_CAUSES): LoggableError {
  if (!(thrown instanceof Error)) return { name: 'NotAnError' }
  const { name, stack = '' } = thrown
  const fields = new Map<string, unknown>(Object.entries(thrown))
  const aws = fields.get('$metadata')
  const { httpStatusCode, requestId } = isObject(aws) ? aws : {}
  const code = fields.get('code')
  const status = fields.get('status') ?? httpStatusCode
  const message = loggableMessage(thrown)
  const frames = stack.split('\n').filter((line) => FRAME.test(line) && !thrown.message.includes(line.trim()))
  return {
    name: NAME.test(name) ? name : 'Error',
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    ...(typeof status === 'number' && { status }),
    ...(typeof requestId === 'string' && AWS_REQUEST_ID.test(requestId) && { awsRequestId: requestId }),
    ...(message !== undefined && { message }),
    ...(frames.length > 0 && { stack: frames.slice(0, MOST_FRAMES).join('\n') }),
    ...(thrown.cause !== undefined && causes > 0 && { cause: loggableError(thrown.cause, causes - 1) }),
  }
}

/** Returns the message of an error that we wrote, or a harmless part of another's; undefined if there is none. */
export function loggableMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { message } = thrown
  if (isOurs(thrown)) return message.slice(0, LONGEST_MESSAGE).replace(LONG_NUMBER, '…')
  for (const part of HARMLESS_PARTS) {
    const [found] = part.exec(message) ?? []
    if (found !== undefined) return found
  }
  return undefined
}

/** Subclasses of `ServiceError` quote the messaging provider. */
function isOurs(thrown: Error): boolean {
  return thrown instanceof InternalError || thrown instanceof RateLimitError || thrown.constructor === ServiceError
}
