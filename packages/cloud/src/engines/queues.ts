import { isObject, isTrue, textOf } from '../json.ts'
import type { Json, Resource } from '../resource.ts'
import type { Fauxqs } from './fauxqs.ts'

/** Queue attributes and their defaults. An empty string means none. */
const DEFAULTS: Readonly<Record<string, string>> = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  RedriveAllowPolicy: '',
  RedrivePolicy: '',
  VisibilityTimeout: '30',
}

const FIFO_DEFAULTS: Readonly<Record<string, string>> = {
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
}

/** Creates the queue of an `AWS::SQS::Queue`, or sets the template's attributes on the existing queue. */
export function ensureQueue({ queues }: Fauxqs, { arn, physicalId, properties }: Resource): void {
  const name = arn.split(':').at(-1) ?? ''
  const defaults = isTrue(properties.FifoQueue) ? { ...DEFAULTS, ...FIFO_DEFAULTS } : DEFAULTS
  const attributes = Object.fromEntries(
    Object.entries(defaults).map(([key, otherwise]) => [key, attributeText(properties[key]) ?? otherwise]),
  )
  const existing = queues.getQueueByName(name)
  if (existing) {
    existing.setAttributes(attributes)
    return
  }
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
  queues.createQueue(name, physicalId, arn, name.endsWith('.fifo') ? { ...given, FifoQueue: 'true' } : given)
}

function attributeText(value: Json | undefined): string | undefined {
  return isObject(value) ? JSON.stringify(value) : textOf(value)
}
