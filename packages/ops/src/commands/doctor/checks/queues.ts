import { deadLetterQueues, type NamedQueue, workQueueUrls } from '@messaging/core/queues/queue-outputs.ts'
import { count, showAge } from '../../../show.ts'
import { type Check, type Deployment, type Finding, fails, ok, ops, warning } from '../finding.ts'

/** A retried message waits two minutes at most. */
const LATE_SECONDS = 600

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
  const { describeDeadLetterQueue } = await import('@messaging/core/dead-letters/dead-letter-queue.ts')
  const { messages, held } = await describeDeadLetterQueue(url)
  if (messages + held === 0) return []
  const tells = `${name}: ${count(messages + held, 'message')}`
  const remedy = ops(`dead-letters list --queue ${name}`, deployment)
  // A customer's endpoint that is down fills this one; the others are filled by the service.
  return [name === 'deliveries' ? warning(tells, remedy) : fails(tells, remedy)]
}

export const queuesCheck: Check = {
  name: 'queues',
  rights: ['sqs:GetQueueAttributes', 'cloudwatch:GetMetricData'],
  async run(deployment) {
    const { oldestAges } = await import('@messaging/core/dead-letters/oldest-ages.ts')
    const names = Object.entries(workQueueUrls(deployment.outputs)).map(
      ([name, url]) => [name, url.slice(url.lastIndexOf('/') + 1)] as const,
    )
    const ages = await oldestAges(names.map(([, queue]) => queue))
    const late = names.flatMap(([name, queue]) => {
      const age = ages.get(queue) ?? 0
      const tells = `${name}: the oldest message waits for ${showAge(age * 1000)}`
      return age > LATE_SECONDS ? [warning(tells, 'docs/operations.md, OldestMessage')] : []
    })
    return late.length > 0 ? late : ok(`${count(names.length, 'queue')}, no message waits long`)
  },
}
