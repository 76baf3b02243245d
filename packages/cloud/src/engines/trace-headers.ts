import { isObject, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import type { SqsEngine } from './fauxqs.ts'
import type { Stores } from './fauxqs-internals.ts'

/**
 * Keeps the header `X-Amzn-Trace-Id` of the call that sent a message, and returns it as the attribute `AWSTraceHeader`. The engine
 * ignores it. The headers are not stored: after a restart each chain begins again.
 */
export function withTraceHeaders(engine: SqsEngine, store: Stores['sqsStore']): SqsEngine {
  // The engine keeps the object of a message's attributes.
  const headers = new WeakMap<object, string>()
  return async (action, input, given = {}) => {
    const header = given['x-amzn-trace-id']
    if (typeof header === 'string')
      for (const message of messagesOf(action, input)) headers.set(attributesOf(message), header)
    const reply = await engine(action, input, given)
    const messages = objectsOf(reply.output.Messages)
    if (action !== 'ReceiveMessage' || messages.length === 0 || !wantsHeader(input)) return reply
    const flights = store.getQueue(textOf(input.QueueUrl) ?? '')?.inflightMessages
    const Messages = messages.map((message) => {
      const attributes = flights?.get(textOf(message.ReceiptHandle) ?? '')?.message.messageAttributes
      const AWSTraceHeader = attributes && headers.get(attributes)
      return AWSTraceHeader === undefined
        ? message
        : { ...message, Attributes: { ...objectAt(message, 'Attributes'), AWSTraceHeader } }
    })
    return { ...reply, output: { ...reply.output, Messages } }
  }
}

function messagesOf(action: string, input: JsonObject): readonly JsonObject[] {
  if (action === 'SendMessage') return [input]
  return action === 'SendMessageBatch' ? objectsOf(input.Entries) : []
}

/** Returns the object of a message's attributes, which it adds if there is none. */
function attributesOf(message: JsonObject): object {
  if (!isObject(message.MessageAttributes)) Object.assign(message, { MessageAttributes: {} })
  return objectAt(message, 'MessageAttributes')
}

function wantsHeader({ AttributeNames, MessageSystemAttributeNames }: JsonObject): boolean {
  const names = [...textsOf(AttributeNames), ...textsOf(MessageSystemAttributeNames)]
  return names.includes('All') || names.includes('AWSTraceHeader')
}
