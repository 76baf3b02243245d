import { expect, test } from 'vitest'
import { isRefusedContent } from './handle-webhook.ts'

const failed = (cause: string) => new Error('Error thrown by DynamoDB client', { cause: new Error(cause) })

test.each([
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  'Item size has exceeded the maximum allowed size',
  'Item size to update has exceeded the maximum allowed size',
  'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
  'Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024 bytes',
  'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  'Number 1e+300 is greater than Number.MAX_SAFE_INTEGER. Use NumberValue from @aws-sdk/lib-dynamodb.',
])('detects refused content: %s', (message) => {
  expect(isRefusedContent(failed(message))).toBe(true)
})

test.each([
  'Invalid ConditionExpression: Invalid function name; function: nonsense',
  'The table does not have the specified index: gsi2',
  'Throughput exceeds the current capacity of your table or index.',
  'User is not authorized to perform: dynamodb:PutItem',
])('does not treat as refused content: %s', (message) => {
  expect(isRefusedContent(failed(message))).toBe(false)
})
