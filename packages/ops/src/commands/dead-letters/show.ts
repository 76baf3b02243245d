import { describeDeadLetterQueue } from '@messaging/core/operations/dead-letters/dead-letter-queue.ts'
import { type DescribedLetter, describeLetters } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { holdMessages } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import { deadLetterQueues, type NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { fieldLines, type Report, section, textLines } from '../../report.ts'
import { showJson, showTime } from '../../show.ts'
import { deliveryLines, wholeDeliveryJson } from '../deliveries/delivery-view.ts'
import { searchFor } from './find.ts'
import { letterJson } from './letter-view.ts'

export async function showDeadLetter({ id = '', queue }: Input, { outputs }: Session): Promise<Report> {
  const queues = queue === undefined ? deadLetterQueues(outputs) : [deadLetterQueue(outputs, queue)]
  for (const each of queues) {
    const letter = await findLetter(each, id)
    if (letter) return reportOf(each, letter)
  }
  throw new Error(
    `No message of ${queues.map(({ name }) => name).join(', ')} has the id ${id}, or another process has received it. ` +
      'To show a delivery that is not in a dead-letter queue: npm run ops -- deliveries show --organization … --id …',
  )
}

async function findLetter(queue: NamedQueue, id: string): Promise<DescribedLetter | undefined> {
  if ((await describeDeadLetterQueue(queue.url)).messages === 0) return undefined
  await using held = await holdMessages(queue.url, searchFor(id))
  const [letter] = await describeLetters(held.wanted)
  return letter
}

function reportOf({ name }: NamedQueue, letter: DescribedLetter): Report {
  const { message, reference, delivery, webhook } = letter
  return {
    json: { queue: name, ...letterJson(letter), delivery: delivery ? wholeDeliveryJson(delivery) : null },
    lines: (screen) => [
      ...fieldLines({
        queue: name,
        message: message.messageId,
        sent: showTime(message.sentAt),
        receipts: message.receipts,
        organization: reference?.organizationId,
      }),
      ...section('Body', textLines(showJson(message.body)), screen),
      ...section('Delivery', delivery ? deliveryLines(delivery, webhook, screen) : [], screen),
      ...(reference && !delivery ? ['', 'The record of the delivery was deleted after 30 days.'] : []),
    ],
  }
}
