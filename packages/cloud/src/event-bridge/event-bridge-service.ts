import { randomUUID } from 'node:crypto'
import { jsonCall, type Service } from '../front-door/call.ts'
import { jsonErrors } from '../front-door/error-shapes.ts'
import { listOf, objectsOf, parseObject, textOf, textsOf } from '../json.ts'
import type { Environment, JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { busArnOf, type Publish } from './rules.ts'

/** The largest request, counted as AWS counts it. */
const MAX_REQUEST_BYTES = 256 * 1024
const MAX_ENTRIES = 10
/** A time that is given counts as this many bytes. */
const TIME_BYTES = 14

/**
 * Builds EventBridge with `PutEvents`. As on AWS, an event to a bus that does not exist is accepted and lost. Queues
 * have an event before the reply, so that no accepted event is lost with this process.
 */
export function eventBridgeService(publish: Publish, environment: Environment): Service {
  return {
    actions: ['PutEvents'],
    refusals: {
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
      failed: [500, 'InternalException'],
      throttled: [400, 'ThrottlingException', 'Rate exceeded.'],
    },
    error: jsonErrors('com.amazonaws.events', '1.1'),
    access(call) {
      const { action, input } = jsonCall(call)
      if (action !== 'PutEvents') throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
      const buses = entriesOf(input).map(({ EventBusName }) => busArnOf(textOf(EventBusName), environment))
      return {
        action,
        needs: [...new Set(buses)].map((resource) => ({ action: 'events:PutEvents', resource })),
      }
    },
    async handle(call) {
      const entries = entriesOf(jsonCall(call).input)
      const Entries = await Promise.all(
        entries.map(async (entry) => {
          const invalid = invalidEntry(entry)
          if (invalid) return invalid
          const event = eventOf(entry, environment)
          await publish(busArnOf(textOf(entry.EventBusName), environment), event)
          return { EventId: event.id ?? '' }
        }),
      )
      const FailedEntryCount = Entries.filter((entry) => 'ErrorCode' in entry).length
      return {
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
        body: JSON.stringify({ FailedEntryCount, Entries }),
      }
    },
  }
}

/** @throws ServiceError for too many entries, none, or too many bytes */
function entriesOf({ Entries }: JsonObject): readonly JsonObject[] {
  const entries = objectsOf(Entries)
  if (entries.length === 0 || entries.length > MAX_ENTRIES)
    throw new ServiceError(400, 'ValidationException', `Entries must have 1 to ${MAX_ENTRIES} members`)
  if (entries.reduce((sum, entry) => sum + entryBytes(entry), 0) > MAX_REQUEST_BYTES)
    throw new ServiceError(400, 'ValidationException', 'Total size of the entries in the request is over the limit.')
  return entries
}

/** EventBridge bills each chunk of this many bytes as an event. */
const CHUNK_BYTES = 64 * 1024

/** Returns the events that EventBridge bills for the entries of a request. */
export function eventsBilled(input: JsonObject): number {
  return entriesOf(input).reduce((sum, entry) => sum + Math.max(1, Math.ceil(entryBytes(entry) / CHUNK_BYTES)), 0)
}

/** Returns the size of an entry: time, source, detail type, detail and resources. */
function entryBytes({ Time, Source, DetailType, Detail, Resources }: JsonObject): number {
  const texts = [textOf(Source), textOf(DetailType), textOf(Detail), ...textsOf(Resources)]
  return texts.reduce((sum, text = '') => sum + Buffer.byteLength(text), Time === undefined ? 0 : TIME_BYTES)
}

function invalidEntry(entry: JsonObject): JsonObject | undefined {
  for (const name of ['Source', 'DetailType', 'Detail']) {
    const value = entry[name]
    if (!textOf(value))
      return refused('InvalidArgument', `Parameter ${name} is not valid. Reason: ${name} is a required argument.`)
  }
  if (textOf(entry.Source)?.startsWith('aws.'))
    return refused('NotAuthorizedForSourceException', 'Not authorized for the source.')
  try {
    parseObject(textOf(entry.Detail) ?? '')
    return undefined
  } catch {
    return refused('MalformedDetail', 'Detail is malformed.')
  }
}

function refused(ErrorCode: string, ErrorMessage: string): JsonObject {
  return { ErrorCode, ErrorMessage }
}

function eventOf({ Source, DetailType, Detail, Resources, Time }: JsonObject, environment: Environment): JsonObject {
  const at = typeof Time === 'number' ? new Date(Time * 1000) : new Date()
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType ?? '',
    source: Source ?? '',
    account: environment.accountId,
    time: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    region: environment.region,
    resources: listOf(Resources),
    detail: parseObject(textOf(Detail) ?? ''),
  }
}
