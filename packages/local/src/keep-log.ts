import { createWriteStream, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A larger file is emptied when the service starts. */
const LARGEST_BYTES = 50 * 1024 * 1024

/** Returns a function that appends log lines to `functions.log` in the data directory. `npm run ops -- trace --logs` reads it. */
export function keepLog(dataDir: string): (line: { readonly function: string; readonly line: string }) => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'functions.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const stream = createWriteStream(file, { flags: size > LARGEST_BYTES ? 'w' : 'a' })
  return ({ function: name, line }) => stream.write(`${name}  ${line}\n`)
}
