import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import { expect, test } from 'vitest'
import { AUDIT_CSV_HEADER, auditCsv } from './audit-csv.ts'

const entry: AuditEntry = {
  id: '01990000-0000-7000-8000-000000000000',
  at: '2026-01-02T03:04:05.678Z',
  action: 'update',
  object: 'agent',
  objectId: 'a1',
  objectName: 'Reception',
  fields: ['name', 'url'],
  changes: [
    { field: 'name', before: 'Orders', after: 'Orders EU' },
    { field: 'url', before: null, after: 'https://e' },
  ],
  version: 7,
  actor: { userId: 'u1', email: 'anna@example.com', apiKeyId: null, apiKeyName: null },
  requestId: 'r1',
  sourceIp: '192.0.2.1',
  forwardedFor: null,
  outcome: 'done',
  code: null,
}

test('a line has a cell for each title', () => {
  expect(auditCsv([entry])).toBe(
    '"2026-01-02T03:04:05.678Z","update","agent","a1","Reception","name url","name: Orders\nurl: ","name: Orders EU\nurl: https://e","7","done","","u1","anna@example.com","","","192.0.2.1","","r1","01990000-0000-7000-8000-000000000000"\r\n',
  )
  expect(AUDIT_CSV_HEADER.split(',')).toHaveLength(19)
})

test.each([
  ['=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
  ['+1+1', `"'+1+1"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1+1', `"'  =1+1"`],
  ['\t=1', `"'  =1"`],
  ['\r=1', `"'\n=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['two\nlines, and "quotes"', '"two\nlines, and ""quotes"""'],
  ['a=b', '"a=b"'],
])('%j cannot be a formula', (objectName, cell) => {
  expect(auditCsv([{ ...entry, objectName }])).toContain(`,${cell},`)
})
