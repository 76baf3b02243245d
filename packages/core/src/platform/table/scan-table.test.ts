import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, test } from 'vitest'
import { type ScannedItems, type ScanPositions, scanItems } from './scan-table.ts'
import { table } from './table.ts'

const dynamodb = mockClient(table.client)

/** Two segments: the first has pages of the keys 1 and 2, the second one of the key 3. */
beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(ScanCommand).callsFake(({ Segment, ExclusiveStartKey }) => {
    if (Segment === 1) return { Items: [{ pk: '3' }] }
    return ExclusiveStartKey ? { Items: [{ pk: '2' }] } : { Items: [{ pk: '1' }], LastEvaluatedKey: { pk: '1' } }
  })
})

async function read(positions: ScanPositions) {
  const pages: ScannedItems[] = []
  for await (const page of scanItems('t', { positions, attributes: ['pk'] })) pages.push(page)
  return {
    keys: pages.flatMap(({ items }) => items.map(({ pk }) => pk)).toSorted(),
    last: pages.at(-1)?.positions,
    pages,
  }
}

test('reads each item of each segment once', async () => {
  const { keys, last } = await read([undefined, undefined])
  expect([keys, last]).toEqual([
    ['1', '2', '3'],
    [null, null],
  ])
  expect(dynamodb.commandCalls(ScanCommand).map(({ args }) => args[0].input)).toContainEqual(
    expect.objectContaining({ TableName: 't', TotalSegments: 2, ProjectionExpression: '#pk' }),
  )
})

test('continues at each of its positions without a gap', async () => {
  const { pages } = await read([undefined, undefined])
  for (const [index, { positions }] of pages.entries()) {
    const before = pages.slice(0, index + 1).flatMap(({ items }) => items.map(({ pk }) => pk))
    const { keys } = await read(positions)
    expect([...before, ...keys].toSorted()).toEqual(['1', '2', '3'])
  }
})
