import { createWriteStream, mkdirSync, statSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@replywright/contract/printable.ts'

/** A larger file is emptied when the service starts. */
const LARGEST_BYTES = 50 * 1024 * 1024

/** Returns text of functions and mails without terminal escape sequences. */
export function printableLines(text: string): string {
  return printable(text, { isMultiline: true })
}

/** Returns a function that appends log lines to `functions.log` in the data directory. `npm run ops -- trace --logs` reads it. */
export function keepLog(dataDir: string): (line: { readonly function: string; readonly line: string }) => void {
  // Opened at the first line, when this process has locked the data directory.
  let stream: WriteStream | undefined
  return ({ function: name, line }) => {
    stream ??= openLog(dataDir)
    stream.write(`${name}  ${printableLines(line)}\n`)
  }
}

function openLog(dataDir: string): WriteStream {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'functions.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const stream = createWriteStream(file, { flags: size > LARGEST_BYTES ? 'w' : 'a' })
  stream.on('error', ({ message }) => process.stderr.write(`functions.log has no further lines: ${message}\n`))
  return stream
}
