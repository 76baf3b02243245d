import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecorded, recordStored } from './record.ts'

test('a snapshot has the first item of each kind, and a message of each queue and shape', () => {
  const directory = mkdtempSync(join(tmpdir(), 'stored-'))
  const out = (body: object) => ({ q: 'turns', g: 'g', b: JSON.stringify(body) })
  const first = { _e: 'a', pk: '1', names: new Set(['x']) }
  const sending = { _e: 'b', pk: '1', out: out({ id: 1 }) }
  recordStored(directory, [
    first,
    { ...first, pk: '2' },
    sending,
    { ...sending, ttl: 1, out: out({ id: 2 }) },
    { ...first, fixture: true },
    'no item',
  ])
  recordStored(directory, [{ ...sending, extra: 1, out: out({ id: 3, kind: 'x' }) }])
  expect(readRecorded(directory)).toEqual({
    items: [
      { ...first, names: { $set: ['x'] } },
      { ...sending, extra: 1, out: out({ id: 3, kind: 'x' }) },
      sending,
      { ...sending, ttl: 1, out: out({ id: 2 }) },
    ],
    queueMessages: [
      { queue: 'turns', body: '{"id":1}' },
      { queue: 'turns', body: '{"id":3,"kind":"x"}' },
    ],
  })
})
