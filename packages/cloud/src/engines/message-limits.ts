import { numberOf, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { SqsEngine } from './fauxqs.ts'

const MAX_DELAY_SECONDS = 900
const MAX_ATTRIBUTES = 10
const MAX_ENTRIES = 10
/** Printable characters without spaces. */
const GROUP_OR_DEDUPLICATION_ID = /^[!-~]{1,128}$/

const NOTHING_SENT: Awaited<ReturnType<SqsEngine>> = {
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  output: { Successful: [] },
}

/** Refuses messages that SQS refuses and the engine accepts. @throws ServiceError for a single message */
export function withMessageLimits(engine: SqsEngine): SqsEngine {
  return async (action, input, headers) => {
    const isFifo = textOf(input.QueueUrl)?.endsWith('.fifo') ?? false
    if (action === 'SendMessage') {
      const fault = faultOf(input, isFifo)
      if (fault !== undefined) throw new ServiceError(400, 'InvalidParameterValue', fault)
    }
    const entries = action === 'SendMessageBatch' ? objectsOf(input.Entries) : []
    const refused = entries.flatMap((entry) => {
      const Message = faultOf(entry, isFifo)
      if (Message === undefined) return []
      return [{ entry, failed: { Id: entry.Id ?? '', SenderFault: true, Code: 'InvalidParameterValue', Message } }]
    })
    // The engine refuses a batch as a whole, for example one with too many entries.
    if (refused.length === 0 || entries.length > MAX_ENTRIES) return await engine(action, input, headers)
    const failed = refused.map((one) => one.failed)
    const accepted = entries.filter((entry) => !refused.some((one) => one.entry === entry))
    const reply = accepted.length > 0 ? await engine(action, { ...input, Entries: accepted }, headers) : NOTHING_SENT
    if (reply.status >= 300) return reply
    return { ...reply, output: { ...reply.output, Failed: [...objectsOf(reply.output.Failed), ...failed] } }
  }
}

/** Returns why SQS refuses a message, or undefined if it accepts it. */
function faultOf(message: JsonObject, isFifo: boolean): string | undefined {
  const delay = message.DelaySeconds === undefined ? 0 : (numberOf(message.DelaySeconds) ?? Number.NaN)
  if (!Number.isInteger(delay) || delay < 0 || delay > MAX_DELAY_SECONDS) {
    return `Value ${message.DelaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`
  }
  for (const name of ['MessageGroupId', 'MessageDeduplicationId']) {
    const value = textOf(message[name])
    if (value === undefined || GROUP_OR_DEDUPLICATION_ID.test(value)) continue
    return `Value ${value} for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`
  }
  if (!isFifo && message.MessageDeduplicationId !== undefined) {
    return `Value ${message.MessageDeduplicationId} for parameter MessageDeduplicationId is invalid. Reason: The request includes a parameter that is not valid for this queue type.`
  }
  const attributes = Object.keys(objectAt(message, 'MessageAttributes')).length
  if (attributes <= MAX_ATTRIBUTES) return undefined
  return `Number of message attributes [${attributes}] exceeds the allowed maximum [${MAX_ATTRIBUTES}].`
}

/** Returns only the attributes that a call names. Without names SQS returns none, and the engine all of them. */
export function withNamedAttributes(engine: SqsEngine): SqsEngine {
  return async (action, input, headers) => {
    if (action === 'GetQueueAttributes') return await engine(action, { AttributeNames: [], ...input }, headers)
    const reply = await engine(action, input, headers)
    if (action !== 'ReceiveMessage' || textsOf(input.MessageAttributeNames).length > 0) return reply
    const messages = objectsOf(reply.output.Messages)
    if (messages.length === 0) return reply
    const Messages = messages.map(({ MessageAttributes: _, MD5OfMessageAttributes: __, ...message }) => message)
    return { ...reply, output: { ...reply.output, Messages } }
  }
}
