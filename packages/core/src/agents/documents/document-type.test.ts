import { expect, test } from 'vitest'
import { documentType } from './document-type.ts'

test.each([
  ['price list.PDF', 'application/octet-stream', 'application/pdf'],
  ['notes.md', 'text/plain', 'text/markdown'],
  ['notes', 'Text/HTML; charset=utf-8', 'text/html'],
  ['page.exe', 'text/html', 'text/html'],
  ['photo.png', 'image/png', undefined],
  ['noextension', '', undefined],
])('reads %s with type "%s" as %s', (name, declared, type) => expect(documentType(name, declared)).toBe(type))
