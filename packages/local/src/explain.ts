import { inUse } from './ports.ts'

/** Returns why the service could not start in one line with a remedy, if one is known; otherwise the error's message. */
export function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [port] = /(?<=EADDRINUSE.*:)\d+/.exec(message) ?? []
  if (port) return inUse([port])
  if (/\b(ENOSPC|EDQUOT)\b|database or disk is full/.test(message))
    return 'The disk is full. Free some space, or set DATA_DIR to a directory on another disk.'
  if (/file is not a database|database disk image is malformed/.test(message))
    return 'A file of the data is damaged. Move the data directory away (DATA_DIR, .local by default), and start with new data.'
  // Errors of child processes have the code in their text only. On a read-only disk, mkdir fails with ENOENT.
  const [, code, path] =
    /\b(EROFS|EACCES|EPERM|EEXIST|ENOTDIR|ENOENT(?=.* mkdir)): [^'\n]*'([^'\n]+)'/.exec(message) ?? []
  if (code === undefined) return message
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is a file. Set DATA_DIR to a directory.`
  return `${path} cannot be written: it is read-only, or belongs to another user. Make it writable, or use another place: set DATA_DIR for the data, or clone the code elsewhere.`
}
