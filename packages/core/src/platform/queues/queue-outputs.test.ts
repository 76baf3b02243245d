import { expect, test } from 'vitest'
import { deadLetterQueues, workQueueUrls } from './queue-outputs.ts'

/** Outputs of stacks: two of the queues, and what is no queue. */
const OUTPUTS = {
  TableName: 'table',
  TurnsQueueUrl: 't',
  TurnsDeadLetterQueueUrl: 'td',
  DeliveriesQueueUrl: 'd',
  DeliveriesDeadLetterQueueUrl: 'dd',
  RelayDeadQueueUrl: 'rd',
}

test('dead-letter queues are in alphabetical order', () => {
  expect(deadLetterQueues(OUTPUTS)).toEqual([
    { name: 'deliveries', url: 'dd' },
    { name: 'relay', url: 'rd' },
    { name: 'turns', url: 'td' },
  ])
})

test('work queues are those that the deployment has', () => {
  expect(workQueueUrls(OUTPUTS)).toEqual({ deliveries: 'd', turns: 't' })
})
