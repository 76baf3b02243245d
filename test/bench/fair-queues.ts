import { randomUUID } from 'node:crypto'
import { SQS } from '@aws-sdk/client-sqs'
import type { FaultPlan } from '@messaging/cloud/faults/faults.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { measure, printComparison } from './latencies.ts'
import type { LogLines } from './log-lines.ts'
import { callsOf, idIn, LOUD, QUIET } from './organizations.ts'

const TIMED = 25
const LONGEST_MILLISECONDS = 30_000
/** The delay of an AWS call for the noisy organisation, without use of the processor. */
const SLOW_MILLISECONDS = 2000
const SLOW_FILE_MILLISECONDS = 10_000

/** Documents: measures how long a quiet organisation's file waits while another organisation has many slow files. */
export async function compareDocuments(service: Service, lines: LogLines): Promise<void> {
  const files = 60
  const quiet = callsOf(service, service.ready.otherOrganization.apiKey)
  const loud = callsOf(service, service.ready.apiKey)
  const quietAgent = idIn(await quiet('POST', '/agents/', { name: 'Quiet reader' }))
  const upload = async (call: typeof quiet, agentId: string) => {
    const form = new FormData()
    form.set('name', 'Terms')
    form.set('file', new File(['We deliver within three days.'], 'terms.txt', { type: 'text/plain' }))
    await call('POST', `/agents/${agentId}/documents/`, form)
  }
  const read = async () => {
    const started = performance.now()
    const isRead = lines.next(
      ({ event, organizationId }) => event === 'document.read' && organizationId === QUIET,
      LONGEST_MILLISECONDS,
    )
    await upload(quiet, quietAgent)
    return (await isRead) - started
  }
  await measure(3, read)
  const alone = await measure(TIMED, read)
  const slow = slowDown(service, 'DocumentReaderExtract', {
    service: 's3',
    action: 'GetObject',
    delayMs: SLOW_FILE_MILLISECONDS,
  })
  const loudAgents = await Promise.all(
    Array.from({ length: 4 }, async () => idIn(await loud('POST', '/agents/', { name: 'Loud reader' }))),
  )
  for (let n = 0; n < files; n++) await upload(loud, loudAgents[n % loudAgents.length] ?? '')
  const beside = await measure(TIMED, read)
  slow.cancel()
  printComparison(
    'uploaded → read for a quiet organisation',
    `${files} files, each read in ${SLOW_FILE_MILLISECONDS / 1000} s`,
    alone,
    beside,
  )
}

/** Replays: measures how long a quiet organisation's step waits while another organisation replays all its webhooks slowly. */
export async function compareReplays(service: Service): Promise<void> {
  const message = (organizationId: string, webhookId: string, replayId: string) => ({
    group: organizationId,
    body: { organizationId, webhookId, replayId, step: 0 },
  })
  // An organisation has at most fifty webhooks, and each replays one step at a time.
  const loud = Array.from({ length: 50 }, (_, n) => message(LOUD, `loud-webhook-${n}`, `loud-${n}`))
  const title = 'sent → taken, step of a quiet organisation’s replay'
  await compareQueue(service, { queue: 'Replays', worker: 'Replay', title, loud }, (id) => message(QUIET, 'quiet', id))
}

/** Windows: measures how long a quiet organisation's check waits while another organisation's checks are slow. */
export async function compareWindows(service: Service): Promise<void> {
  const message = (organizationId: string, conversationId: string) => ({
    group: organizationId,
    body: { kind: 'check', organizationId, conversationId },
  })
  const loud = Array.from({ length: 200 }, (_, n) => message(LOUD, `loud-${n}`))
  const title = 'sent → taken, check of a quiet organisation’s window'
  await compareQueue(service, { queue: 'Windows', worker: 'Window', title, loud }, (id) => message(QUIET, id))
}

interface QueueMessage {
  readonly group: string
  readonly body: object
}

interface Comparison {
  readonly queue: string
  readonly worker: string
  readonly title: string
  readonly loud: readonly QueueMessage[]
}

async function compareQueue(
  service: Service,
  { queue, worker, title, loud }: Comparison,
  quiet: (id: string) => QueueMessage,
): Promise<void> {
  const { cloud } = service
  const functionName = cloud.resource(worker, 'AWS::Lambda::Function').physicalId
  const sqs = new SQS({
    endpoint: cloud.endpointUrl,
    region: cloud.environment.region,
    credentials: cloud.administrator,
  })
  const outputs: Record<string, string> = Object.assign({}, ...Object.values(cloud.outputs))
  const QueueUrl = outputs[`${queue}QueueUrl`]
  const send = ({ group, body }: QueueMessage) =>
    sqs.sendMessage({ QueueUrl, MessageGroupId: group, MessageBody: JSON.stringify(body) })
  const take = async () => {
    const id = randomUUID()
    const taken = Promise.withResolvers<number>()
    const stop = cloud.faults.watch((call) => {
      if (call.function === functionName && call.request.includes(id)) taken.resolve(performance.now())
    })
    const started = performance.now()
    await send(quiet(id))
    const at = await taken.promise
    stop()
    return at - started
  }
  await measure(3, take)
  const alone = await measure(TIMED, take)
  const slow = slowDown(service, worker, { service: 'dynamodb', delayMs: SLOW_MILLISECONDS })
  const sendLoud = () => Promise.all(loud.map(send))
  await sendLoud()
  const sending = setInterval(() => void sendLoud(), SLOW_MILLISECONDS)
  const beside = await measure(TIMED, take)
  clearInterval(sending)
  slow.cancel()
  const rate = `${loud.length} slow messages of another organisation every ${SLOW_MILLISECONDS} ms`
  printComparison(title, rate, alone, beside)
}

function slowDown({ cloud }: Service, worker: string, calls: Pick<FaultPlan, 'service' | 'action' | 'delayMs'>) {
  return cloud.faults.plan({
    function: cloud.resource(worker, 'AWS::Lambda::Function').physicalId,
    ...calls,
    kind: 'delay',
    nth: 1,
    times: Number.POSITIVE_INFINITY,
    where: ({ request }) => request.includes(LOUD) || request.includes('loud-'),
  })
}
