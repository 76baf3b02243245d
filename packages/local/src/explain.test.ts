import { expect, test } from 'vitest'
import { explain } from './explain.ts'

const APP = 'The app could not be synthesized:\nnode:fs:1\n  throw error\n\nError: '

test.each([
  ["EROFS: read-only file system, mkdir '/data/.local'", '/data/.local cannot be written: it is read-only'],
  ["ENOENT: no such file or directory, mkdir '/data/.local'", '/data/.local cannot be written: it is read-only'],
  ["EACCES: permission denied, access '/data'", '/data cannot be written: it is read-only'],
  [
    `${APP}EROFS: read-only file system, open '/src/.build/a'\n    at open`,
    '/src/.build/a cannot be written: it is read-only',
  ],
  [`${APP}ENOSPC: no space left on device, write\n    at write`, 'The disk is full'],
  ['database or disk is full', 'The disk is full'],
  ['file is not a database', 'A file of the data is damaged'],
  ['database disk image is malformed', 'A file of the data is damaged'],
  ["EEXIST: file already exists, mkdir '/data'", '/data is a file. Set DATA_DIR to a directory.'],
  [
    'listen EADDRINUSE: address already in use 127.0.0.1:3001',
    'Port 3001 is in use. Stop the other program, or set PORT',
  ],
])('%j is explained in one line', (message, expected) => {
  const line = explain(new Error(message))
  expect(line).toContain(expected)
  expect(line).not.toContain('\n')
})

test('other errors are unchanged', () => {
  expect(explain(new Error('PORT: must be a number'))).toBe('PORT: must be a number')
})
