// Writes what tests recorded as the snapshot of a version: node test/infra/stored/write-snapshot.ts <directory> <version>
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecorded } from './record.ts'

const [directory = '', version = ''] = process.argv.slice(2)
const { items, queueMessages } = readRecorded(directory)
if (items.length === 0 || queueMessages.length === 0) throw new Error(`The tests recorded nothing in ${directory}.`)
const target = join(import.meta.dirname, `version-${version}`)
mkdirSync(target, { recursive: true })
for (const [name, value] of Object.entries({ items, 'in-flight': { queueMessages } }))
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`)
