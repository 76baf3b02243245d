import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { isTableReadable } from './table-health.ts'

vi.stubEnv('TABLE_NAME', 'table')
vi.stubEnv('AWS_REGION', 'eu-west-1')
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

test('the table is read at most once in 10 seconds, also after a failure and for concurrent requests', async () => {
  dynamodb.on(GetCommand).rejectsOnce(new Error('no table')).resolves({})
  const results = [isTableReadable(1000), isTableReadable(1000), isTableReadable(10_999)]
  expect(await Promise.all(results)).toEqual([false, false, false])
  expect(dynamodb.calls()).toHaveLength(1)
  expect(await isTableReadable(11_000)).toBe(true)
  expect(dynamodb.commandCalls(GetCommand)[1]?.args[0].input.Key).toEqual({ pk: 'health#', sk: 'health' })
})
