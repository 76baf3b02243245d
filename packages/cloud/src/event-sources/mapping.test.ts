import { expect, test } from 'vitest'
import type { Resource } from '../resource.ts'
import { batchesAtOnce } from './mapping.ts'

const ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:deliver'
const queue = (FunctionName: string, MaximumConcurrency: number): Resource => ({
  stack: 'Orders',
  logicalId: 'Mapping',
  type: 'AWS::Lambda::EventSourceMapping',
  physicalId: 'm',
  arn: '',
  properties: {
    EventSourceArn: 'arn:aws:sqs:eu-central-1:000000000000:q',
    FunctionName,
    ScalingConfig: { MaximumConcurrency },
  },
})

test('the mappings of a function invoke it independently of each other', () => {
  expect(batchesAtOnce([queue(ARN, 50), queue('answer', 20), queue('deliver', 25)], ARN)).toBe(75)
  expect(batchesAtOnce([queue('answer', 20)], ARN)).toBe(0)
})
