import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Creates `directory` and locks it until this process ends or calls the returned function. Returns undefined if another
 * process has locked it.
 */
export function lockDirectory(directory: string): (() => void) | undefined {
  mkdirSync(directory, { recursive: true })
  // The operating system releases SQLite's lock of the file when a process crashes.
  const database = new DatabaseSync(join(directory, 'lock.db'))
  try {
    database.exec('BEGIN EXCLUSIVE')
    return () => database.close()
  } catch {
    database.close()
    return undefined
  }
}
