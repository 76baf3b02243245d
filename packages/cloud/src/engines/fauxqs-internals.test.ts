import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { createStores, loadAction, loadInternal, SQS_ACTIONS } from './fauxqs-internals.ts'

// Files, classes and methods of fauxqs that this package calls or replaces, with the number of their parameters.
const METHODS: readonly (readonly [file: string, className: string, method: string, parameters: number])[] = [
  ['sqs/sqsStore.js', 'SqsStore', 'allQueues', 0],
  ['sqs/sqsStore.js', 'SqsStore', 'createQueue', 5],
  ['sqs/sqsStore.js', 'SqsStore', 'getQueueByName', 1],
  ['sqs/sqsStore.js', 'SqsQueue', 'dequeue', 3],
  ['sqs/sqsStore.js', 'SqsQueue', 'enqueue', 1],
  ['sqs/sqsStore.js', 'SqsQueue', 'getAllAttributes', 1],
  ['sqs/sqsStore.js', 'SqsQueue', 'isFifo', 0],
  ['sqs/sqsStore.js', 'SqsQueue', 'processTimers', 0],
  ['sqs/sqsStore.js', 'SqsQueue', 'setAttributes', 1],
  ['sqs/sqsRouter.js', 'SqsRouter', 'handle', 2],
  ['sqs/sqsRouter.js', 'SqsRouter', 'register', 2],
  ['sns/snsStore.js', 'SnsStore', 'createTopic', 4],
  ['sns/snsStore.js', 'SnsStore', 'subscribe', 4],
  ['s3/s3Store.js', 'S3Store', 'createBucket', 2],
  ['s3/s3Store.js', 'S3Store', 'deleteObject', 2],
  ['s3/s3Store.js', 'S3Store', 'listObjects', 2],
  ['s3/s3Store.js', 'S3Store', 'putObject', 7],
  ['persistence.js', 'PersistenceManager', 'close', 0],
  ['persistence.js', 'PersistenceManager', 'loadSqsAndSns', 2],
  ['persistence.js', 'PersistenceManager', 'updateMessageReady', 1],
  ['s3/fileS3Persistence.js', 'FileS3Persistence', 'close', 0],
  ['s3/fileS3Persistence.js', 'FileS3Persistence', 'loadS3', 1],
]

test.each(METHODS)('%s has %s.%s with %i parameters', async (file, className, method, parameters) => {
  const { prototype } = Reflect.get(await loadInternal(file), className)
  expect(Reflect.get(prototype, method)).toBeTypeOf('function')
  expect(Reflect.get(prototype, method)).toHaveLength(parameters)
})

test('each action of SQS has a file, which exports its handler', async () => {
  const files = readdirSync(new URL('sqs/actions', import.meta.resolve('fauxqs'))).filter((name) =>
    name.endsWith('.js'),
  )
  const actions = files.map((name) => name.charAt(0).toUpperCase() + name.slice(1, -'.js'.length))
  expect(actions.toSorted()).toEqual(SQS_ACTIONS.toSorted())
  for (const action of SQS_ACTIONS) expect(await loadAction(action), action).toBeTypeOf('function')
})

test('a queue keeps its messages in the fields that are read and replaced', async () => {
  const { sqsStore } = await createStores(() => {})
  expect(sqsStore.createQueue('q', 'http://localhost/q', 'arn:aws:sqs:eu-central-1:000000000000:q')).toMatchObject({
    messages: [],
    delayedMessages: [],
    inflightMessages: new Map(),
  })
})

test('its expressions for characters and ids still need their replacements', async () => {
  const { INVALID_MESSAGE_BODY_CHAR, VALID_BATCH_ENTRY_ID } = await loadInternal('sqs/sqsTypes.js')
  expect([INVALID_MESSAGE_BODY_CHAR.test('\uFFFE'), VALID_BATCH_ENTRY_ID.test('a b')]).toEqual([true, false])
  // If one of these changes, `correctPatterns` can leave that expression as it is.
  expect([INVALID_MESSAGE_BODY_CHAR.test('👍'), VALID_BATCH_ENTRY_ID.test('a'.repeat(81))]).toEqual([true, true])
})

test('messages are in the table `sqs_messages` of `db`, and `updateMessageReady` still needs its replacement', async () => {
  using directory = temporaryDirectory()
  const { PersistenceManager } = await loadInternal('persistence.js')
  const { SqsStore } = await loadInternal('sqs/sqsStore.js')
  const messages = new PersistenceManager(directory.path)
  expect(messages.db).toBeInstanceOf(DatabaseSync)
  messages.insertQueue(new SqsStore().createQueue('q', 'http://localhost/q', 'arn:aws:sqs:eu-central-1:000000000000:q'))
  const message = SqsStore.createMessage('hello')
  messages.insertMessage('q', message)
  messages.updateMessageInflight(message.messageId, 'handle', 1, 1, 1)
  expect(messages.db.prepare('SELECT * FROM sqs_messages').all()).toMatchObject([
    { message_id: message.messageId, receipt_handle: 'handle', visibility_deadline: 1 },
  ])
  // If this no longer throws, `persist` can leave the method as it is.
  expect(() => messages.updateMessageReady(message.messageId)).toThrow(/NOT NULL/)
  messages.close()
})
