import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TableWrites } from '../dynamodb/table-writes.ts'
import { ServiceError } from '../service-error.ts'
import { functionOf, mapping } from './event-sources-fixture.ts'
import { readMapping } from './mapping.ts'
import type { Poller } from './poller.ts'
import type { Shard, StreamSource } from './stream-client.ts'
import { startStreamPoller } from './stream-poller.ts'

let dataDir: string
let poller: Poller | undefined
let writes: TableWrites

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shards-'))
  writes = new TableWrites()
})

afterEach(async () => {
  await poller?.stop()
  vi.useRealTimers()
  await rm(dataDir, { recursive: true, force: true })
})

/** A shard with its records. `trimmed` means that its checkpoint is older than the oldest record. */
interface FakeShard extends Shard {
  readonly records: readonly string[]
  readonly closed?: boolean
  readonly trimmed?: boolean
}

/** Builds a stream of shards as engines rarely have them. An iterator is `<shard>:<position>`. */
function streamOf(shards: readonly FakeShard[]): StreamSource {
  const byId = new Map(shards.map((shard) => [shard.id, shard]))
  return {
    streamOf: async () => 'stream-arn',
    shards: async () => shards,
    iterator: async (_, id, after) => {
      const { records = [], trimmed } = byId.get(id) ?? {}
      if (after === undefined) return `${id}:0`
      if (trimmed) return `${id}:trimmed`
      if (!records.includes(after)) throw new Error('Invalid SequenceNumber for the shard')
      return `${id}:${records.indexOf(after) + 1}`
    },
    read: async (iterator, limit) => {
      const [id = '', position] = iterator.split(':')
      if (position === 'trimmed') throw new ServiceError(400, 'TrimmedDataAccessException', 'trimmed')
      const start = Number(position)
      const { records = [], closed } = byId.get(id) ?? {}
      const read = records.slice(start, start + limit).map((sequence) => ({
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: sequence, Keys: { id: { S: sequence } } },
      }))
      const end = start + read.length
      return { records: read, next: closed && end === records.length ? undefined : `${id}:${end}` }
    },
  }
}

function poll(client: StreamSource, seen: string[], startingPosition = 'TRIM_HORIZON', more = {}): void {
  const arn = 'arn:aws:dynamodb:eu-central-1:111111111111:table/t/stream/x'
  const read = readMapping(mapping('m', arn, { StartingPosition: startingPosition, BatchSize: 2, ...more }))
  if (read.kind !== 'stream') throw new Error('a stream mapping was expected')
  poller = startStreamPoller({
    mapping: read,
    client,
    writes,
    checkpointFile: join(dataDir, 'm.json'),
    destination: { notify: async () => {} },
    lambda: functionOf((records) => void seen.push(...records.map(({ dynamodb }) => dynamodb.SequenceNumber))),
    region: 'eu-central-1',
    log: () => {},
  })
}

async function checkpoints(): Promise<unknown> {
  return JSON.parse(await readFile(join(dataDir, 'm.json'), 'utf8'))
}

const FAMILY = [
  { id: 'child', parentId: 'parent', records: ['4', '5'], closed: true },
  { id: 'grandchild', parentId: 'child', records: ['6'] },
  { id: 'parent', parentId: 'trimmed-away', records: ['1', '2', '3'], closed: true },
]

test('reads a shard after its parent, in any order of the list', async () => {
  const seen: string[] = []
  poll(streamOf(FAMILY), seen)
  await vi.waitFor(() => expect(seen).toEqual(['1', '2', '3', '4', '5', '6']), 30_000)
  await poller?.stop()
  expect(await checkpoints()).toEqual({
    streamArn: 'stream-arn',
    shards: { parent: { after: '3', done: true }, child: { after: '5', done: true }, grandchild: { after: '6' } },
  })
})

test('skips all existing shards with LATEST, but no later ones', async () => {
  const seen: string[] = []
  poll(streamOf(FAMILY), seen, 'LATEST')
  await vi.waitFor(
    async () => expect(await checkpoints()).toMatchObject({ shards: { grandchild: { after: '6' } } }),
    30_000,
  )
  await poller?.stop()
  const [child, , parent] = FAMILY
  if (!child || !parent) throw new Error('the family has three members')
  poll(streamOf([child, parent, { id: 'grandchild', parentId: 'child', records: ['6', '7'] }]), seen, 'LATEST')
  await vi.waitFor(() => expect(seen).toEqual(['7']), 30_000)
})

test('starts at the oldest record if the checkpoint was trimmed', async () => {
  const seen: string[] = []
  poll(streamOf([{ id: 'only', parentId: undefined, records: ['1', '2'] }]), seen)
  await vi.waitFor(() => expect(seen).toEqual(['1', '2']), 30_000)
  await poller?.stop()
  poll(streamOf([{ id: 'only', parentId: undefined, records: ['8', '9'], trimmed: true }]), seen)
  await vi.waitFor(() => expect(seen).toEqual(['1', '2', '8', '9']), 30_000)
})

test('a change of the clock does not keep a batch open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  const seen: string[] = []
  const stream = streamOf([{ id: 'only', parentId: undefined, records: ['1'] }])
  const read = vi.fn(stream.read)
  poll({ ...stream, read }, seen, 'TRIM_HORIZON', { MaximumBatchingWindowInSeconds: 1 })
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), 30_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(seen).toEqual(['1']), 30_000)
})

test('reads after a write, and once a second without one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], fakeNodeBuiltins: true })
  const seen: string[] = []
  const records: string[] = []
  const stream = streamOf([{ id: 'only', parentId: undefined, records }])
  const read = vi.fn(stream.read)
  poll({ ...stream, read }, seen)
  await vi.advanceTimersByTimeAsync(999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveBeenCalledTimes(2)
  records.push('1')
  writes.note()
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toEqual(['1'])
})
