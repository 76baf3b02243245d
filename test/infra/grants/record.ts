import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant, NoteGrant } from '@messaging/cloud/iam/grants.ts'
import * as v from 'valibot'

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ role: v.string(), action: v.string(), resource: v.string(), condition: v.string() }),
)

/** What this process has written: one line for each grant. */
const written = new Set<string>()

/**
 * Records grants in a file of this process in `directory`, each once. A line is on disk before the call that used the grant is
 * answered, so that a process which is killed loses none.
 */
export function recordUsedGrants(directory: string): NoteGrant {
  return (grant) => {
    const line = JSON.stringify(grant)
    if (written.has(line)) return
    written.add(line)
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`)
  }
}

/** The grants that all processes recorded in `directory`. */
export function readUsedGrants(directory: string): readonly Grant[] {
  const lines = readdirSync(directory).flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
  return [...new Set(lines.filter(Boolean))].map((line) => v.parse(Line, line))
}
