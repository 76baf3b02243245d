import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BuildAppOptions, buildApp } from 'fauxqs'
import type { JsonObject } from '../resource.ts'
import { countWhatIsDue } from './due-messages.ts'
import { keepFair, noteGroups, type SentGroups } from './fair-queues.ts'
import { type CallAction, serviceErrorOf } from './json-client.ts'

type Stores = NonNullable<BuildAppOptions['stores']>
type SqsPersistence = NonNullable<Stores['sqsStore']['persistence']>
type S3Persistence = NonNullable<Stores['s3Store']['persistence']>

/**
 * Handles a call of SQS as the engine's HTTP server does. Returns the status, the headers and the output, for a refused call the error.
 * @throws Error when the engine itself failed
 */
export type SqsEngine = (
  action: string,
  input: JsonObject,
  headers?: Readonly<Record<string, string | string[] | undefined>>,
) => Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly output: JsonObject }>

/** The actions that fauxqs has, each in a file that is named like it. */
const SQS_ACTIONS = [
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'CreateQueue',
  'DeleteMessage',
  'DeleteMessageBatch',
  'DeleteQueue',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListQueueTags',
  'ListQueues',
  'PurgeQueue',
  'ReceiveMessage',
  'SendMessage',
  'SendMessageBatch',
  'SetQueueAttributes',
  'TagQueue',
  'UntagQueue',
]

/** The engine behind SQS, S3 and SNS, running in this process. */
export interface Fauxqs {
  readonly endpoint: string
  readonly queues: Stores['sqsStore']
  readonly buckets: Stores['s3Store']
  readonly topics: Stores['snsStore']
  /** Calls SQS within this process, without a connection. */
  readonly sqs: SqsEngine
  readonly callSqs: CallAction
  stop(): Promise<void>
}

/**
 * Starts fauxqs with its queues and objects in `dataDir`. Messages that were being worked on when the last process
 * ended are visible at once: whoever worked on them is gone.
 */
export async function startFauxqs(options: { readonly dataDir: string; readonly region: string }): Promise<Fauxqs> {
  const dataDir = resolve(options.dataDir)
  const objectsDir = join(dataDir, 'objects')
  mkdirSync(objectsDir, { recursive: true })
  const { SqsStore, SnsStore, S3Store, PersistenceManager, FileS3Persistence } = await loadStores()
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
  const groups: SentGroups = new WeakMap()
  keepFair(stores.sqsStore, groups, Date.now)
  countWhatIsDue(stores.sqsStore)
  const messages = new PersistenceManager(dataDir)
  const database: unknown = Reflect.get(messages, 'db')
  if (!(database instanceof DatabaseSync)) throw new Error('fauxqs keeps its messages elsewhere')
  // Each commit is in the write-ahead log, which outlives this process; waiting for the disk is for power failures.
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('UPDATE sqs_messages SET visibility_deadline = NULL, receipt_handle = NULL')
  // Its own statement clears the receive count as well, which the table forbids: ChangeMessageVisibility(0) would fail.
  const makeReady = database.prepare(
    'UPDATE sqs_messages SET visibility_deadline = NULL, receipt_handle = NULL WHERE message_id = ?',
  )
  messages.updateMessageReady = (messageId) => {
    makeReady.run(messageId)
  }
  messages.loadSqsAndSns(stores.sqsStore, stores.snsStore)
  stores.sqsStore.persistence = messages
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = messages
  const objects = new FileS3Persistence(objectsDir)
  objects.loadS3(stores.s3Store)
  stores.s3Store.persistence = objects

  // Built here and not by its own start function, which listens on all interfaces.
  const app = buildApp({ logger: false, defaultRegion: options.region, stores })
  app.addHook('preHandler', (request, _, done) => {
    noteGroups(request.body, groups)
    done()
  })
  const [endpoint, sqs] = await Promise.all([
    app.listen({ port: 0, host: '127.0.0.1' }),
    openSqs(stores.sqsStore, groups),
  ])
  return {
    endpoint,
    sqs,
    async callSqs(action, input) {
      const { status, output } = await sqs(action, input)
      if (status < 300) return output
      throw serviceErrorOf(status, output)
    },
    queues: stores.sqsStore,
    buckets: stores.s3Store,
    topics: stores.snsStore,
    async stop() {
      await app.close()
      messages.close()
      objects.close()
    },
  }
}

interface SqsReply {
  status(code: number): void
  header(name: string, value: string): void
}

interface SqsRouter {
  register(action: string, handler: unknown): void
  handle(request: { readonly headers: object; readonly body: JsonObject }, reply: SqsReply): Promise<JsonObject>
}

/** The engine's own router and actions, as its server uses them. */
async function openSqs(store: Stores['sqsStore'], groups: SentGroups): Promise<SqsEngine> {
  const { SqsRouter }: { SqsRouter: new (store: Stores['sqsStore']) => SqsRouter } = await load('sqs/sqsRouter.js')
  const router = new SqsRouter(store)
  await Promise.all(
    SQS_ACTIONS.map(async (action) => {
      const name = action.charAt(0).toLowerCase() + action.slice(1)
      router.register(action, Reflect.get(await load(`sqs/actions/${name}.js`), name))
    }),
  )
  return async (action, input, given = {}) => {
    let status = 200
    const headers: Record<string, string> = {}
    noteGroups(input, groups)
    const output = await router.handle(
      { headers: { ...given, 'x-amz-target': `AmazonSQS.${action}` }, body: input },
      {
        status(code) {
          status = code
        },
        header(name, value) {
          headers[name] = value
        },
      },
    )
    return { status, headers, output }
  }
}

function load(file: string) {
  return import(new URL(file, import.meta.resolve('fauxqs')).href)
}

/** The package exports none of these, so that they are found by file. */
async function loadStores() {
  const [sqs, sns, s3, persistence, files]: [
    { SqsStore: new () => Stores['sqsStore'] },
    { SnsStore: new () => Stores['snsStore'] },
    { S3Store: new () => Stores['s3Store'] },
    { PersistenceManager: new (dataDir: string) => SqsPersistence },
    { FileS3Persistence: new (directory: string) => S3Persistence & { loadS3(store: Stores['s3Store']): void } },
  ] = await Promise.all([
    load('sqs/sqsStore.js'),
    load('sns/snsStore.js'),
    load('s3/s3Store.js'),
    load('persistence.js'),
    load('s3/fileS3Persistence.js'),
  ])
  return { ...sqs, ...sns, ...s3, ...persistence, ...files }
}
