import { expect, test } from 'vitest'
import { deadLetterQueues, workQueueUrls } from './queue-outputs.ts'

const OUTPUTS = {
  TableName: 'table',
  DeliveriesQueueUrl: 'd',
  DeliveriesDeadLetterQueueUrl: 'dd',
  RelayDeadQueueUrl: 'rd',
  MediaCopiesQueueUrl: 'm',
  MediaCopiesDeadLetterQueueUrl: 'md',
}

test('dead-letter queues are those that an output names so, by name', () => {
  expect(deadLetterQueues(OUTPUTS)).toEqual([
    { name: 'deliveries', url: 'dd' },
    { name: 'media-copies', url: 'md' },
    { name: 'relay', url: 'rd' },
  ])
})

test('work queues are the others', () => {
  expect(workQueueUrls(OUTPUTS)).toEqual({ deliveries: 'd', 'media-copies': 'm' })
})
