import { DatabaseSync } from 'node:sqlite'
import type { BuildAppOptions } from 'fauxqs'
import type { JsonObject } from '../resource.ts'

// Everything of fauxqs that its package does not export, or that is replaced here. `fauxqs-internals.test.ts` names each part and
// fails if a version of fauxqs changes it. fauxqs has no option for any of this: its `startFauxqs` listens on all interfaces and
// keeps messages in flight over a restart, and its standard queues drop the message group.

export type Stores = NonNullable<BuildAppOptions['stores']>
export type Queue = ReturnType<Stores['sqsStore']['createQueue']>
export type Message = Queue['messages'][number]
export type Flight = NonNullable<ReturnType<Queue['inflightMessages']['get']>>
type SqsPersistence = NonNullable<Stores['sqsStore']['persistence']>
type S3Persistence = NonNullable<Stores['s3Store']['persistence']> & { loadS3(store: Stores['s3Store']): void }

/** Handles calls of SQS as the HTTP server of fauxqs does. */
export interface SqsRouter {
  register(action: string, handler: unknown): void
  handle(
    request: { readonly headers: object; readonly body: JsonObject },
    reply: { status(code: number): void; header(name: string, value: string): void },
  ): Promise<JsonObject>
}

/** The actions of SQS that fauxqs has. Each is in a file with its name. */
export const SQS_ACTIONS = [
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

/** Imports a file that the package does not export. */
export function loadInternal(file: string) {
  return import(new URL(file, import.meta.resolve('fauxqs')).href)
}

/** Returns empty stores. `onQueueCreated` runs for each queue before it is used, queues of an earlier process included. */
export async function createStores(onQueueCreated: (queue: Queue) => void): Promise<Stores> {
  const { SqsStore }: { SqsStore: new () => Stores['sqsStore'] } = await loadInternal('sqs/sqsStore.js')
  const { SnsStore }: { SnsStore: new () => Stores['snsStore'] } = await loadInternal('sns/snsStore.js')
  const { S3Store }: { S3Store: new () => Stores['s3Store'] } = await loadInternal('s3/s3Store.js')
  const sqsStore = new SqsStore()
  const create = sqsStore.createQueue.bind(sqsStore)
  sqsStore.createQueue = (...definition) => {
    const queue = create(...definition)
    onQueueCreated(queue)
    return queue
  }
  return { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() }
}

/**
 * Loads what is stored in the two directories, and stores all changes there. Messages that were in flight are visible at once,
 * because their consumers ended with the last process. Returns a function that closes the files.
 */
export async function persist(stores: Stores, dataDir: string, objectsDir: string): Promise<() => void> {
  const { PersistenceManager }: { PersistenceManager: new (dataDir: string) => SqsPersistence } =
    await loadInternal('persistence.js')
  const { FileS3Persistence }: { FileS3Persistence: new (directory: string) => S3Persistence } =
    await loadInternal('s3/fileS3Persistence.js')
  const messages = new PersistenceManager(dataDir)
  const database: unknown = Reflect.get(messages, 'db')
  if (!(database instanceof DatabaseSync)) throw new Error('fauxqs does not keep its messages in the field `db`')
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
  return () => {
    messages.close()
    objects.close()
  }
}

/** The characters that SQS refuses in a message. */
const REFUSED_CHARACTER = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

const BATCH_ENTRY_ID = /^[\w-]{1,80}$/

/**
 * Corrects two expressions of the engine: that for refused characters matches the halves of characters above U+FFFF, such as emoji, and
 * that for ids in batches has no limit.
 */
export async function correctPatterns(): Promise<void> {
  const patterns: Readonly<Record<'INVALID_MESSAGE_BODY_CHAR' | 'VALID_BATCH_ENTRY_ID', RegExp>> =
    await loadInternal('sqs/sqsTypes.js')
  patterns.INVALID_MESSAGE_BODY_CHAR.test = (text) => REFUSED_CHARACTER.test(text)
  patterns.VALID_BATCH_ENTRY_ID.test = (id) => BATCH_ENTRY_ID.test(id)
}

/** Returns the router of SQS with all its actions, as the HTTP server of fauxqs uses it. */
export async function openRouter(store: Stores['sqsStore']): Promise<SqsRouter> {
  const { SqsRouter }: { SqsRouter: new (store: Stores['sqsStore']) => SqsRouter } =
    await loadInternal('sqs/sqsRouter.js')
  const router = new SqsRouter(store)
  for (const action of SQS_ACTIONS) router.register(action, await loadAction(action))
  return router
}

export async function loadAction(action: string): Promise<unknown> {
  const name = action.charAt(0).toLowerCase() + action.slice(1)
  return Reflect.get(await loadInternal(`sqs/actions/${name}.js`), name)
}

/**
 * Counts the messages of a queue as of now. fauxqs itself notices only on a receive that a delay or a visibility timeout is
 * over, and dead-letter queues have no receiver.
 */
export function countDueMessages(queue: Queue): void {
  const attributes = queue.getAllAttributes.bind(queue)
  queue.getAllAttributes = (requested) => {
    queue.processTimers()
    return attributes(requested)
  }
}

/** Lets a FIFO queue accept a message again that it could not store: fauxqs records the deduplication id before it stores the message. */
export function forgetUnstored(queue: Queue): void {
  const enqueue = queue.enqueue.bind(queue)
  queue.enqueue = (message) => {
    try {
      enqueue(message)
    } catch (error) {
      queue.deduplicationCache.delete(message.messageDeduplicationId ?? '')
      throw error
    }
  }
}

/** Replaces how a standard queue takes, orders and hands out its messages. */
export function hookQueue(
  queue: Queue,
  hooks: {
    /** Holds the messages in flight by receipt handle. */
    readonly flights: Map<string, Flight>
    /** Runs before a message is added. */
    readonly beforeEnqueue: (message: Message) => void
    /** Returns the visible messages with those in front that a receive of `limit` messages gets. */
    readonly order: (messages: Message[], limit: number) => Message[]
  },
): void {
  queue.inflightMessages = hooks.flights
  const enqueue = queue.enqueue.bind(queue)
  queue.enqueue = (message) => {
    hooks.beforeEnqueue(message)
    enqueue(message)
  }
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (limit, ...rest) => {
    queue.processTimers()
    queue.messages = hooks.order(queue.messages, limit)
    return dequeue(limit, ...rest)
  }
}

/** Whether a queue holds a message of the group that is not in flight. */
export function holdsGroup({ messages, delayedMessages }: Queue, group: string): boolean {
  const isOfGroup = ({ messageGroupId }: Message) => messageGroupId === group
  return messages.some(isOfGroup) || delayedMessages.some(isOfGroup)
}
