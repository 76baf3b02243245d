import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { SQS } from '@aws-sdk/client-sqs'
import type { PlannedFault } from '@replywright/cloud/faults'
import type { Service, ServiceOptions } from '@replywright/local/start-service.ts'
import { listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { type LogLine, LogLines } from '../bench/log-lines.ts'
import { callsOf, idIn } from '../bench/organizations.ts'
import { mapConcurrently } from '../faults/map-concurrently.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { askFor, Player } from './player.ts'
import type { Database } from './shop.ts'
import { shopAgent, startShops } from './shop-server.ts'
import { databaseOf, randomOf, type Task } from './tasks.ts'

/** How a model calls tools: one in a response, or several. */
export type Style = 'single' | 'packed'

export interface LossOptions {
  readonly tasks: readonly Task[]
  readonly style: Style
  /** Decides where the worker of each task is killed. */
  readonly seed: number
  /** Starts the service with the model at a URL. */
  readonly start: (options: Pick<ServiceOptions, 'MODEL_BASE_URL' | 'log'>) => Promise<Service>
  readonly onProgress?: (line: string) => void
}

export interface Losses {
  /** Tasks whose database is the one that the actions give directly. */
  readonly equal: number
  /** Tasks whose worker was killed. */
  readonly killed: number
  /** What was lost, done twice or done wrongly, a line each. */
  readonly lines: readonly string[]
}

const LONGEST_TURN_MILLISECONDS = 120_000
const POLL_MILLISECONDS = 100

/** Plays tasks with a scripted model, and kills the worker once in each at a random write. */
export async function playTasks({ tasks, style, seed, start, onProgress }: LossOptions): Promise<Losses> {
  await using shops = await startShops()
  const player = new Player(tasks, style === 'packed')
  const server = await listen((request, response) => player.serve(request, response))
  const lines = new LogLines()
  try {
    await using service = await start({ MODEL_BASE_URL: `${server.url}/v1`, log: (line) => lines.add(line) })
    const agentId = idIn(await callsOf(service, service.ready.apiKey)('POST', '/agents/', shopAgent(shops.url)))
    const random = randomOf(seed)
    const planned = tasks.map((task, index) => ({ task, index, place: 1 + Math.floor(random() * writesOf(task)) }))
    let finished = 0
    const played = await mapConcurrently(planned, async ({ task, index, place }) => {
      const customer = `44770095${String(index).padStart(4, '0')}`
      const { fault, problems } = await playTask({ service, lines }, { task, customer, agentId, place })
      finished += 1
      if (finished % 20 === 0) onProgress?.(`${finished} of ${tasks.length} tasks, ${style}`)
      const isEqual = isDeepStrictEqual(comparable(shops.databaseOf(customer)), comparable(databaseOf(task)))
      if (!isEqual) problems.push(`${task.name}: ${differenceOf(shops.databaseOf(customer), databaseOf(task))}`)
      return { isEqual, isKilled: fault.fired.length > 0, problems }
    })
    return {
      equal: played.filter(({ isEqual }) => isEqual).length,
      killed: played.filter(({ isKilled }) => isKilled).length,
      lines: [...played.flatMap(({ problems }) => problems), ...player.lost],
    }
  } finally {
    await server.close()
  }
}

/** The writes of a task at which its worker can be killed: about two for each step, and three for each turn. */
function writesOf({ turns }: Task): number {
  return turns.flat().length + turns.length
}

interface Playing {
  readonly task: Task
  readonly customer: string
  readonly agentId: string
  /** The number of the write at which the worker is killed, from 1. */
  readonly place: number
}

async function playTask(
  { service, lines }: { readonly service: Service; readonly lines: LogLines },
  { task, customer, agentId, place }: Playing,
): Promise<{ fault: PlannedFault; problems: string[] }> {
  const call = callsOf(service, service.ready.apiKey)
  const fromNumber = service.ready.numbers.find(({ sandbox }) => !sandbox)?.number
  const id = idIn(await call('POST', '/conversations/', { toNumber: customer, fromNumber, agentId }))
  const fault = service.cloud.faults.plan({
    function: service.cloud.resource('Answer', 'AWS::Lambda::Function').physicalId,
    service: 'dynamodb',
    action: 'PutItem',
    where: ({ event = '' }) => event.includes(id),
    nth: place,
    kind: place % 2 === 0 ? 'kill-before' : 'kill-after',
  })
  const releasing = release(service, fault)
  const problems: string[] = []
  for (const turn of task.turns.keys()) {
    const ended = lines.next((line) => isEnd(line, id), LONGEST_TURN_MILLISECONDS)
    const started = performance.now()
    const { status } = await service.provider.sendAsCustomer({ from: customer, text: askFor(task, turn) })
    if (status !== 200) problems.push(`${task.name}: the ingress returned ${status}`)
    if ((await ended) - started >= LONGEST_TURN_MILLISECONDS)
      problems.push(`${task.name}: turn ${turn + 1} did not end`)
  }
  releasing.stop()
  const replies = service.provider.sent.filter((message) => message.customer === customer).map(({ text }) => text)
  const expected = task.turns.map((_, turn) => `Turn ${turn + 1} is done.`)
  if (!isDeepStrictEqual(replies, expected)) problems.push(`${task.name}: the replies are ${replies.join(' | ')}`)
  return { fault, problems }
}

function isEnd({ event, conversationId }: LogLine, id: string): boolean {
  return conversationId === id && ['turn.answered', 'turn.given_up', 'turn.silent'].includes(event)
}

const Event = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Records: v.tuple([v.looseObject({ receiptHandle: v.string() })]) }),
)

/** Makes the message of a killed worker visible again; the queue would do so after minutes. */
function release({ cloud }: Service, fault: PlannedFault): { stop(): void } {
  let isOver = false
  const wait = async () => {
    while (!isOver && fault.fired.length === 0) await setTimeout(POLL_MILLISECONDS)
    const [fired] = fault.fired
    if (!fired) return
    const [record] = v.parse(Event, fired.event).Records
    await clientOf(SQS, cloud).changeMessageVisibility({
      QueueUrl: outputOf(cloud, 'TurnsQueueUrl'),
      ReceiptHandle: record.receiptHandle,
      VisibilityTimeout: 1,
    })
  }
  void wait()
  return {
    stop: () => {
      isOver = true
    },
  }
}

/** Calls of one response run concurrently, so the order of the journal may differ. */
function comparable({ journal, ...database }: Database) {
  return { ...database, journal: journal.toSorted() }
}

function differenceOf(played: Database, right: Database): string {
  const missing = right.journal.filter((line) => !played.journal.includes(line))
  const more = played.journal.filter(
    (line, index) => !right.journal.includes(line) || played.journal.indexOf(line) < index,
  )
  return `missing: ${missing.join(', ') || 'none'}; too much: ${more.join(', ') || 'none'}`
}
