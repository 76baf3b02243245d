import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendToJournal, readJournal } from './chats.ts'
import { StoredMap } from './stored-lines.ts'
import { BusinessNumbers } from './world.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stored-lines-'))
  file = join(directory, 'lines.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

const number = (id: string) => ({ phoneNumberId: id, displayPhoneNumber: id, wabaId: 'w' })

test.each([
  [
    'a map',
    (name: string) => new StoredMap(v.string(), file).set(name, name),
    () => new StoredMap(v.string(), file).values(),
  ],
  [
    'the business numbers',
    (name: string) => new BusinessNumbers([], file).add(number(name)),
    () => new BusinessNumbers([], file).all.map(({ phoneNumberId }) => phoneNumberId),
  ],
  [
    'the journal',
    (name: string) => {
      readJournal(file)
      appendToJournal(file, { kind: 'status', id: name, status: 'sent' })
    },
    () => readJournal(file).map((event) => (event.kind === 'status' ? event.id : '')),
  ],
])('a truncated line of %s does not take the next one with it', (_, add, all) => {
  for (const name of ['first', 'truncated']) add(name)
  truncateSync(file, statSync(file).size - 3)
  add('next')
  expect(all()).toEqual(['first', 'next'])
})
