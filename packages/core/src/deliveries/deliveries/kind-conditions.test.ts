import { expect, test } from 'vitest'
import { DeliveryEntity } from './delivery-entity.ts'
import { kindConditions } from './kind-conditions.ts'

/** Returns the condition as DynamoDB receives it, with the names and values in place. */
function conditionOf(filter: Parameters<typeof kindConditions>[0]): string | undefined {
  const params = DeliveryEntity.query
    .byId({ webhookId: 'w', shard: '0' })
    .where((delivery, operations) => kindConditions(filter, delivery, operations).join(' AND '))
    .params<{
      FilterExpression?: string
      ExpressionAttributeNames: Record<string, string>
      ExpressionAttributeValues: Record<string, unknown>
    }>()
  const named = { ...params.ExpressionAttributeNames, ...params.ExpressionAttributeValues }
  return params.FilterExpression?.replace(/[#:]\w+/g, (name) => String(named[name]))
}

test.each([
  [{}, undefined],
  [{ event: 'message.received' }, 'e = message.received'],
  [{ cause: 'timeout' }, 'k = timeout'],
  [{ tests: 'hidden' }, 'e <> test.ping'],
  [{ event: 'message.received', cause: 'gone' }, 'e = message.received AND k = gone'],
] as const)('%o is the condition %s', (filter, condition) => {
  expect(conditionOf(filter)).toBe(condition)
})
