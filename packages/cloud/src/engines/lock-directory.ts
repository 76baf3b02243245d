import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Creates `directory` and locks it until this process ends or calls the returned function. Returns undefined if the
 * directory is locked already.
 */
export function lockDirectory(directory: string): (() => void) | undefined {
  mkdirSync(directory, { recursive: true })
  const database = lock(directory)
  if (!database) return undefined
  writeFileSync(ownerFile(directory), String(process.pid))
  return () => database.close()
}

/** Returns the database whose lock is the directory's, or undefined if another process has it. */
function lock(directory: string): DatabaseSync | undefined {
  // The operating system releases SQLite's lock of the file when a process ends, also after a SIGKILL.
  const database = new DatabaseSync(databaseFile(directory))
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const databaseFile = (directory: string) => join(directory, 'lock.db')

/** Returns the id of the process that has locked a directory, or undefined if none has. */
export function lockOwner(directory: string): number | undefined {
  if (!existsSync(databaseFile(directory))) return undefined
  const database = lock(directory)
  if (!database) return Number(readFileSync(ownerFile(directory), 'utf8'))
  database.close()
  return undefined
}

/** Like `lockDirectory`. @throws Error that names the process that has locked the directory */
export function requireLock(directory: string): () => void {
  const unlock = lockDirectory(directory)
  if (unlock) return unlock
  throw new Error(`${directory} is in use by ${ownerOf(directory)}`)
}

/** The file with the process id of the last owner, for the error only. */
const ownerFile = (directory: string) => join(directory, 'lock')

function ownerOf(directory: string): string {
  try {
    return `process ${readFileSync(ownerFile(directory), 'utf8')}`
  } catch {
    // The owner has not written the file yet.
    return 'another process'
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
