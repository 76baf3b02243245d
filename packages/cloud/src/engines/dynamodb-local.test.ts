import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import type { Json, Resource } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startDynamoDbLocal } from './dynamodb-local.ts'
import { ensureTable } from './tables.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const region = 'eu-central-1'
const table = (properties: { readonly [name: string]: Json } = {}): Resource => ({
  stack: 'Test',
  logicalId: 'Table',
  type: 'AWS::DynamoDB::Table',
  physicalId: 'table',
  arn: '',
  properties: {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ...properties,
  },
})

/** A host that stores an item, reports it, and runs until it is killed. */
const HOST = `
  const [engine, tables, dataDir, table] = process.argv.slice(1)
  const { startDynamoDbLocal } = await import(engine)
  const { ensureTable } = await import(tables)
  const { call } = await startDynamoDbLocal({ dataDir, region: 'eu-central-1' })
  await ensureTable(call, JSON.parse(table))
  await call('PutItem', { TableName: 'table', Item: { pk: { S: 'kept' } } })
  console.log('stored')
  setInterval(() => {}, 1000)
`

test('keeps the data of a killed host, also in a directory whose name is not ASCII', async () => {
  using directory = temporaryDirectory()
  const dataDir = join(directory.path, 'größe')
  vi.stubEnv('LC_ALL', 'C')
  const modules = ['dynamodb-local.ts', 'tables.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))
  const inputs = [...modules, dataDir, JSON.stringify(table())]
  const host = spawn(process.execPath, ['--input-type=module', '-e', HOST, ...inputs])
  const [line]: Buffer[] = await once(host.stdout, 'data')
  expect(line?.toString()).toBe('stored\n')
  // Its last writes are only in the write-ahead log.
  expect(readdirSync(dataDir)).toContain('shared-local-instance.db-wal')
  await expect(startDynamoDbLocal({ dataDir, region })).rejects.toThrow(`in use by process ${host.pid}`)

  host.kill('SIGKILL')
  await once(host, 'exit')
  const { call, stop } = await startDynamoDbLocal({ dataDir, region })
  const { Item } = await call('GetItem', { TableName: 'table', Key: { pk: { S: 'kept' } } })
  expect(Item).toEqual({ pk: { S: 'kept' } })
  await stop()
})

test('rejects a table whose keys changed with an error that says what to do', async () => {
  using directory = temporaryDirectory()
  const { call, stop } = await startDynamoDbLocal({ dataDir: directory.path, region })
  await ensureTable(call, table())
  await ensureTable(call, table())
  const changed = table({ KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] })
  await expect(ensureTable(call, changed)).rejects.toThrow(
    'Test/Table: the keys or indexes of table changed from (pk HASH) to (id HASH); delete the data directory',
  )
  await stop()
})

test('adds a missing index to a table with its items', async () => {
  using directory = temporaryDirectory()
  const { call, stop } = await startDynamoDbLocal({ dataDir: directory.path, region })
  await ensureTable(call, table())
  const item = { pk: { S: 'a' }, ownerId: { S: 'b' } }
  await call('PutItem', { TableName: 'table', Item: item })
  const index = {
    IndexName: 'others',
    KeySchema: [{ AttributeName: 'ownerId', KeyType: 'HASH' }],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  }
  const AttributeDefinitions = ['pk', 'ownerId'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))
  for (let start = 0; start < 2; start++)
    await ensureTable(call, table({ AttributeDefinitions, GlobalSecondaryIndexes: [index] }))
  const found = await call('Query', {
    TableName: 'table',
    IndexName: 'others',
    KeyConditionExpression: 'ownerId = :owner',
    ExpressionAttributeValues: { ':owner': { S: 'b' } },
  })
  expect(found.Items).toEqual([item])
  await stop()
})

test.each([
  ['no Java', undefined, 'the PATH has none'],
  ['Java 11', 'openjdk version "11.0.24" 2024-07-16', 'the PATH has version 11'],
  ['Java 8', 'java version "1.8.0_412"', 'the PATH has version 8'],
  ['no Java behind the program of macOS', 'Unable to locate a Java Runtime.', 'the PATH has none that works'],
])('names the remedies in one line if there is %s', async (_, output, found) => {
  using directory = temporaryDirectory()
  if (output !== undefined)
    writeFileSync(join(directory.path, 'java'), `#!/bin/sh\necho '${output}' >&2\nexit 1\n`, { mode: 0o755 })
  vi.stubEnv('PATH', directory.path)
  const starting = startDynamoDbLocal({ dataDir: join(directory.path, 'data'), region })
  const message = await starting.catch(String)
  expect(message).toContain(found)
  expect(message).toMatch(/version 17.*apt-get install.*brew install.*Docker[^\n]*$/)
})
