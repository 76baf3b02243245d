import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SQS } from '@aws-sdk/client-sqs'
import type { FaultPlan } from '@replywright/cloud/faults'
import type { Service } from '@replywright/local/start-service.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { type Comparison, LONGEST_MILLISECONDS, measure } from './latencies.ts'
import type { LogLines } from './log-lines.ts'
import { callsOf, idIn, NOISY_ORGANIZATION, QUIET_ORGANIZATION } from './organizations.ts'

const TIMED = 25
/** The delay of an AWS call for the noisy organisation, without use of the processor. */
const SLOW_MILLISECONDS = 2000
const SLOW_FILE_MILLISECONDS = 10_000

/** Documents: measures how long a quiet organisation's file waits while another organisation has many slow files. */
export async function compareDocuments(service: Service, lines: LogLines): Promise<Comparison> {
  const files = 60
  const quiet = callsOf(service, service.ready.otherOrganization.apiKey)
  const noisy = callsOf(service, service.ready.apiKey)
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
      ({ event, organizationId }) => event === 'document.read' && organizationId === QUIET_ORGANIZATION,
      LONGEST_MILLISECONDS,
    )
    await upload(quiet, quietAgent)
    return (await isRead) - started
  }
  await measure(3, read)
  const withoutLoad = await measure(TIMED, read)
  const slow = slowDown(service, 'DocumentReaderExtract', {
    service: 's3',
    action: 'GetObject',
    delayMs: SLOW_FILE_MILLISECONDS,
  })
  const noisyAgents = await Promise.all(
    Array.from({ length: 4 }, async () => idIn(await noisy('POST', '/agents/', { name: 'Noisy reader' }))),
  )
  for (let n = 0; n < files; n++) await upload(noisy, noisyAgents[n % noisyAgents.length] ?? '')
  const withLoad = await measure(TIMED, read)
  slow.cancel()
  return {
    title: 'uploaded → read for a quiet organisation',
    load: `${files} files, each read in ${SLOW_FILE_MILLISECONDS / 1000} s`,
    withoutLoad,
    withLoad,
    // The noisy organisation's slots leave workers free.
    batchMs: 0,
  }
}

/**
 * Replays: measures how long a quiet organisation's step waits while another organisation replays all its webhooks
 * slowly.
 */
export async function compareReplays(service: Service): Promise<Comparison> {
  const message = (organizationId: string, webhookId: string, replayId: string) => ({
    group: organizationId,
    body: { organizationId, webhookId, replayId, step: 0 },
  })
  // An organisation has at most fifty webhooks, and each replays one step at a time.
  const noisy = Array.from({ length: 50 }, (_, n) => message(NOISY_ORGANIZATION, noisyId(n), noisyId(n)))
  const title = 'sent → received, step of a quiet organisation’s replay'
  return await compareQueue(service, { queue: 'Replays', worker: 'Replay', title, noisy }, (id) =>
    message(QUIET_ORGANIZATION, 'quiet', id),
  )
}

/** Windows: measures how long a quiet organisation's check waits while another organisation's checks are slow. */
export async function compareWindows(service: Service): Promise<Comparison> {
  const message = (organizationId: string, conversationId: string) => ({
    group: organizationId,
    body: { kind: 'check', organizationId, conversationId },
  })
  const noisy = Array.from({ length: 200 }, (_, n) => message(NOISY_ORGANIZATION, noisyId(n)))
  const title = 'sent → received, check of a quiet organisation’s window'
  return await compareQueue(service, { queue: 'Windows', worker: 'Window', title, noisy }, (id) =>
    message(QUIET_ORGANIZATION, id),
  )
}

/** Deliveries: measures how long a quiet organisation's delivery waits while 50 endpoints of another one are slow. */
export async function compareEndpoints(service: Service): Promise<Comparison> {
  const message = (organizationId: string, webhookId: string, deliveryId: string) => ({
    group: organizationId,
    body: { organizationId, webhookId, deliveryId },
  })
  // More than the attempts that workers make at the same time.
  const noisy = Array.from({ length: 600 }, (_, n) => message(NOISY_ORGANIZATION, noisyId(n % 50), noisyId(n)))
  const title = 'sent → received, delivery of a quiet organisation'
  return await compareQueue(service, { queue: 'Deliveries', worker: 'Deliver', title, noisy }, (id) =>
    message(QUIET_ORGANIZATION, id, id),
  )
}

/** Workers read only items with an id that is a UUID. */
const NOISY_START = '0badf00d-0000-4000-8000-'
const noisyId = (n: number) => `${NOISY_START}${String(n).padStart(12, '0')}`

interface QueueMessage {
  readonly group: string
  readonly body: object
}

interface QueueLoad {
  readonly queue: string
  readonly worker: string
  readonly title: string
  readonly noisy: readonly QueueMessage[]
}

async function compareQueue(
  service: Service,
  { queue, worker, title, noisy }: QueueLoad,
  quiet: (id: string) => QueueMessage,
): Promise<Comparison> {
  const { cloud } = service
  const functionName = cloud.resource(worker, 'AWS::Lambda::Function').physicalId
  const sqs = clientOf(SQS, cloud)
  const QueueUrl = outputOf(cloud, `${queue}QueueUrl`)
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
    const late = setTimeout(LONGEST_MILLISECONDS, started + LONGEST_MILLISECONDS, { ref: false })
    const at = await Promise.race([taken.promise, late])
    stop()
    return at - started
  }
  await measure(3, take)
  const withoutLoad = await measure(TIMED, take)
  const slow = slowDown(service, worker, { service: 'dynamodb', delayMs: SLOW_MILLISECONDS })
  const sendNoisy = () => Promise.all(noisy.map(send))
  await sendNoisy()
  const sending = setInterval(() => void sendNoisy(), SLOW_MILLISECONDS)
  const withLoad = await measure(TIMED, take)
  clearInterval(sending)
  slow.cancel()
  if (slow.fired.length < noisy.length) throw new Error(`only ${slow.fired.length} calls of the noisy party were slow`)
  const load = `${noisy.length} slow messages of another organisation every ${SLOW_MILLISECONDS} ms`
  return { title, load, withoutLoad, withLoad, batchMs: SLOW_MILLISECONDS }
}

function slowDown({ cloud }: Service, worker: string, calls: Pick<FaultPlan, 'service' | 'action' | 'delayMs'>) {
  return cloud.faults.plan({
    function: cloud.resource(worker, 'AWS::Lambda::Function').physicalId,
    ...calls,
    kind: 'delay',
    nth: 1,
    times: Number.POSITIVE_INFINITY,
    where: ({ request }) => request.includes(NOISY_ORGANIZATION) || request.includes(NOISY_START),
  })
}
