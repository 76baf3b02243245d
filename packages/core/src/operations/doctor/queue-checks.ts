import { deadLetterQueues, type NamedQueue, workQueueUrls } from '../../platform/queues/queue-outputs.ts'
import { describeDeadLetterQueue } from '../dead-letters/dead-letter-queue.ts'
import { oldestAges } from '../dead-letters/oldest-ages.ts'
import { type Check, count, type Deployment, type Finding, fails, ok, ops, warning } from './finding.ts'

/** A retried message waits at most two minutes. */
const LATE_SECONDS = 600
/** Failing endpoints of customers fill these queues. Only failures of the service fill the others. */
const FILLED_BY_CUSTOMERS: readonly string[] = ['deliveries', 'slow-deliveries']

export const deadLettersCheck: Check = {
  name: 'dead letters',
  rights: ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues'],
  async run(deployment) {
    const queues = deadLetterQueues(deployment.outputs)
    const found = (await Promise.all(queues.map((queue) => judgeDeadLetters(queue, deployment)))).flat()
    return found.length > 0 ? found : ok(`${count(queues.length, 'queue')}, all empty`)
  },
}

async function judgeDeadLetters({ name, url }: NamedQueue, deployment: Deployment): Promise<Finding[]> {
  const { messages, held } = await describeDeadLetterQueue(url)
  if (messages + held === 0) return []
  const tells = `${name}: ${count(messages + held, 'message')}`
  const remedy = ops(`dead-letters list --queue ${name}`, deployment)
  return [FILLED_BY_CUSTOMERS.includes(name) ? warning(tells, remedy) : fails(tells, remedy)]
}

export const queuesCheck: Check = {
  name: 'queues',
  rights: ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues', 'cloudwatch:GetMetricData'],
  async run(deployment) {
    const queues = await Promise.all(
      Object.entries(workQueueUrls(deployment.outputs)).map(async ([name, url]) => {
        const { messages, held } = await describeDeadLetterQueue(url)
        return { name, queue: url.slice(url.lastIndexOf('/') + 1), holding: messages + held }
      }),
    )
    const holding = queues.filter((queue) => queue.holding > 0).map(({ queue }) => queue)
    const ages = await oldestAges(holding, deployment.now)
    return judgeQueues(queues.map((queue) => ({ ...queue, ageSeconds: ages.get(queue.queue) })))
  },
}

/** Checks whether messages wait longer than retries do. `ageSeconds` is undefined if CloudWatch has no data. */
export function judgeQueues(
  queues: readonly { readonly name: string; readonly holding: number; readonly ageSeconds: number | undefined }[],
): Finding[] {
  const found = queues.flatMap(({ name, holding, ageSeconds }): Finding[] => {
    const tells = `${name}: ${count(holding, 'message')}`
    if (holding === 0) return []
    // CloudWatch has no data of a queue for some minutes after it was idle for hours.
    if (ageSeconds === undefined)
      return [warning(`${tells}, age unknown to CloudWatch`, 'repeat the check in some minutes')]
    if (ageSeconds <= LATE_SECONDS) return []
    return [warning(`${tells}, the oldest is ${ageText(ageSeconds)} old`, 'docs/operations.md, OldestMessage')]
  })
  return found.length > 0 ? found : [ok(`${count(queues.length, 'queue')}, no delayed messages`)]
}

function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}
