import type { MessageAttributeValue } from '@aws-sdk/client-sqs'

/** Returns the attributes of a message to a work queue (`consume.ts` reads them), without those that have no value. */
export function messageAttributes(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined || value === '') return []
      return [[name, { DataType: typeof value === 'number' ? 'Number' : 'String', StringValue: String(value) }]]
    }),
  )
}
