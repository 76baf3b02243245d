import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test } from 'vitest'
import { McpConnectorEntity } from '../../agents/mcp-connectors/mcp-connector-entity.ts'
import { batchGet } from './batch-get.ts'
import { table } from './table.ts'

test('retries unprocessed keys, and reads each key once', async () => {
  const requested: number[][] = []
  const items = await batchGet([1, 2, 2, 3], async (keys) => {
    requested.push(keys)
    return { data: keys.slice(0, 2), unprocessed: keys.slice(2) }
  })
  expect(items).toEqual([1, 2, 3])
  expect(requested).toEqual([[1, 2, 3], [3]])
})

test('retries the keys that DynamoDB had no capacity for', async () => {
  const dynamodb = mockClient(table.client)
  const stored = (id: string) => ({ pk: `mcp#o#${id}`, sk: 'mcpConnector', _e: 'mcpConnector', _v: '1', id })
  const keyOf = ({ pk, sk }: ReturnType<typeof stored>) => ({ pk, sk })
  const [one, two] = [stored('one'), stored('two')]
  const TableName = table.table
  dynamodb
    .on(BatchGetCommand)
    .resolvesOnce({
      Responses: { [TableName]: [two] },
      UnprocessedKeys: { [TableName]: { Keys: [keyOf(one)] } },
    })
    .resolves({ Responses: { [TableName]: [one] }, UnprocessedKeys: {} })
  const keys = ['one', 'two'].map((id) => ({ organizationId: 'o', id }))
  const items = await batchGet(keys, (some) => McpConnectorEntity.get(some).go())
  expect(items.map(({ id }) => id)).toEqual(['two', 'one'])
  const requested = dynamodb
    .commandCalls(BatchGetCommand)
    .map(({ args: [{ input }] }) => input.RequestItems?.[TableName]?.Keys)
  expect(requested).toEqual([[keyOf(one), keyOf(two)], [keyOf(one)]])
  dynamodb.restore()
})

test('throws if keys are left at the deadline', async () => {
  let now = 0
  const options = { clock: () => now, pause: async (milliseconds: number) => (now += milliseconds) }
  const read = batchGet([1], async (keys) => ({ data: [], unprocessed: keys }), options)
  await expect(read).rejects.toThrow('1 items could not be read')
  expect(now).toBeGreaterThanOrEqual(8000)
})
