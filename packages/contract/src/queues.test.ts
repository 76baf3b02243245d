import { expect, test } from 'vitest'
import { deadLetterQueues, workQueueUrls } from './queues.ts'

const OUTPUTS = {
  TableName: 'table',
  TurnsQueueUrl: 't',
  TurnsDeadLetterQueueUrl: 'td',
  DeliveriesQueueUrl: 'd',
  DeliveriesDeadLetterQueueUrl: 'dd',
  RelayDeadQueueUrl: 'rd',
}

test('lists dead-letter queues in alphabetical order', () => {
  expect(deadLetterQueues(OUTPUTS)).toEqual([
    { name: 'deliveries', url: 'dd' },
    { name: 'relay', url: 'rd' },
    { name: 'turns', url: 'td' },
  ])
})

test('lists the work queues of the deployment', () => {
  expect(workQueueUrls(OUTPUTS)).toEqual({ deliveries: 'd', turns: 't' })
})
