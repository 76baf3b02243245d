import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { buildApp } from 'fauxqs'
import { isObject, isTrue, parseObject, textOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'
import { makeFair, noteGroups, type SentGroups } from './fair-queues.ts'
import {
  correctPatterns,
  countDueMessages,
  createStores,
  forgetUnstored,
  openRouter,
  persist,
  type Stores,
} from './fauxqs-internals.ts'
import { type CallAction, serviceErrorOf } from './json-client.ts'
import { withMessageLimits, withNamedAttributes } from './message-limits.ts'
import { withTraceHeaders } from './trace-headers.ts'

/** Queue attributes and their defaults. An empty string means none. */
const DEFAULTS: Readonly<Record<string, string>> = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  RedriveAllowPolicy: '',
  RedrivePolicy: '',
  VisibilityTimeout: '30',
}

const FIFO_DEFAULTS: Readonly<Record<string, string>> = {
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
}

/**
 * Handles a call of SQS as the engine's HTTP server does. Returns the status, the headers and the output, for a refused call the error.
 * @throws ServiceError for a message that only SQS refuses, and Error when the engine itself failed
 */
export type SqsEngine = (
  action: string,
  input: JsonObject,
  headers?: Readonly<Record<string, string | string[] | undefined>>,
) => Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly output: JsonObject }>

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
export async function startFauxqs(options: {
  readonly dataDir: string
  readonly region: string
  /** Called before damaged objects are removed. */
  readonly onDamage?: () => void
}): Promise<Fauxqs> {
  const dataDir = resolve(options.dataDir)
  const objectsDir = join(dataDir, 'objects')
  mkdirSync(objectsDir, { recursive: true })
  removeDamagedObjects(objectsDir, () => options.onDamage?.())
  const groups: SentGroups = new WeakMap()
  const stores = await createStores((queue) => {
    if (queue.isFifo()) forgetUnstored(queue)
    else makeFair(queue, groups, Date.now)
    countDueMessages(queue)
  })
  const closeFiles = await persist(stores, dataDir, objectsDir)

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
      closeFiles()
    },
  }
}

/** Returns the engine's own router as a function. */
async function openSqs(store: Stores['sqsStore'], groups: SentGroups): Promise<SqsEngine> {
  const router = await openRouter(store)
  await correctPatterns()
  const engine: SqsEngine = async (action, input, given = {}) => {
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
  return withMessageLimits(withNamedAttributes(withTraceHeaders(engine, store)))
}

/** Creates the queue of an `AWS::SQS::Queue`, or sets the template's attributes on the existing queue. */
export function ensureQueue({ queues }: Fauxqs, { arn, physicalId, properties }: Resource): void {
  const name = arn.split(':').at(-1) ?? ''
  const defaults = isTrue(properties.FifoQueue) ? { ...DEFAULTS, ...FIFO_DEFAULTS } : DEFAULTS
  const attributes = Object.fromEntries(
    Object.entries(defaults).map(([key, otherwise]) => [key, attributeText(properties[key]) ?? otherwise]),
  )
  const existing = queues.getQueueByName(name)
  if (existing) {
    existing.setAttributes(attributes)
    return
  }
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
  queues.createQueue(name, physicalId, arn, name.endsWith('.fifo') ? { ...given, FifoQueue: 'true' } : given)
}

function attributeText(value: Json | undefined): string | undefined {
  return isObject(value) ? JSON.stringify(value) : textOf(value)
}

const METADATA = '.meta.json'

/**
 * Removes objects and multipart uploads whose metadata is incomplete after a full disk, a kill or a power failure: the engine starts
 * only if it can read all of them. A bucket keeps its objects. `beforeRemoval` is called before the first object is removed.
 */
function removeDamagedObjects(objectsDir: string, beforeRemoval: () => void): void {
  for (const file of filesBelow(join(objectsDir, '_multipart'))) {
    if (!isMetadata(file, '.upload.json') || isReadable(file)) continue
    // The metadata of a part is in the folder `parts` of its upload.
    rmSync(basename(file) === '.upload.json' ? dirname(file) : dirname(dirname(file)), { recursive: true, force: true })
  }
  const files = filesBelow(join(objectsDir, 'buckets'))
  const damaged = files.filter((file) => isMetadata(file, '.bucket.json') && !isReadable(file))
  if (damaged.length > 0) beforeRemoval()
  for (const file of damaged) {
    if (basename(file) === '.bucket.json') {
      const name = basename(dirname(file))
      writeFileSync(file, JSON.stringify({ name, creationDate: new Date().toISOString(), type: 'general-purpose' }))
    } else {
      rmSync(`${file.slice(0, -METADATA.length)}.data`, { force: true })
      rmSync(file)
    }
  }
}

function filesBelow(directory: string): readonly string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

function isMetadata(file: string, name: string): boolean {
  return basename(file) === name || file.endsWith(METADATA)
}

function isReadable(file: string): boolean {
  try {
    parseObject(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}
