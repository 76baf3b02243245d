import { TRANSACTION_CONFLICT, transactionCanceled, transactionConflict } from '../dynamodb/replies.ts'
import { describeBackups, restoreTable } from '../dynamodb/restore-table.ts'
import { type TableWrites, WRITES } from '../dynamodb/table-writes.ts'
import type { CallAction } from '../engines/json-client.ts'
import { objectsOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import { type Call, type JsonCall, jsonCall, type Reply, type Service } from './call.ts'
import { dynamodbAccess, type PartitionKeys } from './dynamodb-access.ts'
import { jsonErrors } from './error-shapes.ts'
import type { Forward } from './forward.ts'

/** Prefix of the ARNs of DynamoDB Local's tables and streams. */
const ENGINE_ARN_PREFIX = 'arn:aws:dynamodb:ddblocal:000000000000:'

/** Calls whose responses contain ARNs. All others are forwarded unchanged. */
const NAMES_ARNS = /^(DescribeTable|ListStreams|DescribeStream|GetShardIterator|GetRecords)$/

/** Builds DynamoDB and its streams. `streams` has the engine's ARN of each stream by the ARN in the template. */
export function dynamodbService(options: {
  readonly environment: Environment
  readonly forward: Forward
  readonly streams: ReadonlyMap<string, string>
  readonly partitionKeys?: PartitionKeys
  /** The tables of the template, for what the engine does not know of them. */
  readonly tables?: readonly Resource[]
  /** Calls the engine, for restores, which it lacks. */
  readonly call?: CallAction
  /** Is told of each write. */
  readonly writes?: TableWrites
}): Service {
  const { environment, forward, streams, partitionKeys, writes, tables = [], call: engine } = options
  const ownPrefix = `arn:aws:dynamodb:${environment.region}:${environment.accountId}:`
  const toEngine = (text: string) => [...streams].reduce((body, [own, engine]) => body.replaceAll(own, engine), text)
  const fromEngine = (text: string) =>
    [...streams]
      .reduce((body, [own, engine]) => body.replaceAll(engine, own), text)
      .replaceAll(ENGINE_ARN_PREFIX, ownPrefix)

  return {
    refusals: {
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
      failed: [500, 'InternalServerError'],
      throttled: [400, 'ThrottlingException', 'Throughput exceeds the current capacity of your table or index.'],
    },
    error: jsonErrors('com.amazonaws.dynamodb.v20120810', '1.0'),
    conflict: (call) => conflictReply(jsonCall(call)),
    access: (call) => dynamodbAccess(jsonCall(call), environment, partitionKeys),
    async handle(call: Call) {
      const { action, input } = jsonCall(call)
      if (action === 'RestoreTableToPointInTime' && engine)
        return jsonReply(fromEngine(JSON.stringify(await restoreTable(engine, input))))
      if (action === 'DescribeContinuousBackups') return jsonReply(JSON.stringify(describeBackups(tables, input)))
      if (!NAMES_ARNS.test(action)) {
        const reply = await forward(call)
        if (reply.status < 300 && WRITES.has(action)) writes?.note()
        return reply
      }
      const reply = await forward(call, { body: toEngine(call.body.toString()) })
      // The checksum covers the engine's original bytes.
      const { 'x-amz-crc32': _, ...headers } = reply.headers
      return { ...reply, headers, body: fromEngine(reply.body.toString()) }
    },
  }
}

function jsonReply(body: string): Reply {
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body }
}

/** A transaction is cancelled with the conflict as the reason of its first item; a single write is rejected. */
function conflictReply({ action, input }: JsonCall): Reply {
  if (!action.startsWith('Transact')) return transactionConflict()
  const items = objectsOf(input.TransactItems)
  return transactionCanceled(items.map((_, index) => (index === 0 ? TRANSACTION_CONFLICT : undefined)))
}
