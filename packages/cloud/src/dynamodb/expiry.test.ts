import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { startExpiry } from './expiry.ts'

const NOW = 1_795_167_600_000
const table = {
  physicalId: 'table',
  properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
  },
}

/** Starts the expiry of a table with these items, of which `renewed` is renewed before its deletion. */
function start(ids: readonly string[], { renewed = '', resource = table } = {}) {
  const calls: JsonObject[] = []
  const pages = ids.map((id, page) => ({
    Items: [{ pk: { S: id }, expiresAt: { N: '1' }, other: { S: 'x' } }],
    ...(page < ids.length - 1 && { LastEvaluatedKey: { pk: { S: id } } }),
  }))
  const call = async (action: string, input: JsonObject): Promise<JsonObject> => {
    calls.push({ action, ...input })
    if (action === 'Scan') return pages.shift() ?? { Items: [] }
    if (JSON.stringify(input.Key).includes(`"${renewed}"`)) throw new Error('ConditionalCheckFailedException')
    return {}
  }
  const resources: Resource[] = [{ ...EMPTY, ...resource }]
  return { calls, expiry: startExpiry(resources, call, () => NOW) }
}

const EMPTY = { logicalId: 'Table', type: 'AWS::DynamoDB::GlobalTable', stack: 'Data', arn: 'arn', metadata: {} }

test('expired items of all pages are deleted, unless they were renewed', async () => {
  const { calls, expiry } = start(['a', 'b', 'c'], { renewed: 'b' })
  await expiry.expireItems()
  const deletions = calls.filter(({ action }) => action === 'DeleteItem')
  expect(deletions).toHaveLength(3)
  expect(deletions[0]).toMatchObject({
    TableName: 'table',
    Key: { pk: { S: 'a' } },
    ConditionExpression: '#expiry < :now',
    ExpressionAttributeValues: { ':now': { N: String(NOW / 1000) } },
  })
  expect(['a', 'b', 'c', 'd'].map((id) => expiry.hasExpired({ pk: { S: id } }))).toEqual([true, false, true, false])
  await expiry.stop()
})

test('a table without a time to live keeps its items', async () => {
  const { calls, expiry } = start(['a'], {
    resource: {
      ...table,
      properties: { ...table.properties, TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: false } },
    },
  })
  await expiry.expireItems()
  expect(calls).toEqual([])
  await expiry.stop()
})
