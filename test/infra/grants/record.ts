import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant, NoteGrant } from '@replywright/cloud/iam'
import * as v from 'valibot'

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ role: v.string(), action: v.string(), resource: v.string(), condition: v.string() }),
)

/** The lines that this process has written, one for each grant. */
const written = new Set<string>()

/**
 * Records each grant once in this process's file in `directory`. The line is written before the response to the call
 * that used the grant, so a killed process loses none.
 */
export function recordUsedGrants(directory: string): NoteGrant {
  return (grant) => {
    const line = JSON.stringify(grant)
    if (written.has(line)) return
    written.add(line)
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`)
  }
}

/** Returns the grants that all processes recorded in `directory`. */
export function readUsedGrants(directory: string): readonly Grant[] {
  const lines = readdirSync(directory).flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
  return [...new Set(lines.filter(Boolean))].map((line) => v.parse(Line, line))
}
