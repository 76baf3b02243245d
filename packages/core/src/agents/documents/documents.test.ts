import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../platform/clock.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { amendAgent } from '../write-agent.ts'
import { documentType } from './document-type.ts'
import { uploadDocument } from './documents.ts'

vi.mock(import('../../platform/objects/objects.ts'))
vi.mock(import('../write-agent.ts'))
vi.mock('../find-agent.ts', () => ({ getOwnAgent: async () => ({ settings: { documents: [] } }) }))
afterAll(() => {
  vi.resetAllMocks()
})

const caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] } as const

test.each([
  ['deleted if the agent refuses it', new ServiceError('payload_too_large', 'The agent is too large.'), 1],
  ['kept if the document may have been added', new InternalError('The response was lost.'), 0],
])('an uploaded file is %s', async (_, error, deletions) => {
  vi.mocked(deleteObjects).mockClear()
  vi.mocked(amendAgent).mockRejectedValue(error)
  const file = new File(['text'], 'a.txt', { type: 'text/plain' })
  await expect(uploadDocument(caller, newId(), newId(), { file }, Date.now())).rejects.toBe(error)
  expect(vi.mocked(deleteObjects)).toHaveBeenCalledTimes(deletions)
})

test.each([
  ['price list.PDF', 'application/octet-stream', 'application/pdf'],
  ['notes.md', 'text/plain', 'text/markdown'],
  ['notes', 'Text/HTML; charset=utf-8', 'text/html'],
  ['page.exe', 'text/html', 'text/html'],
  ['macros.docm', 'application/octet-stream', DOCUMENT_TYPES.docx],
  ['show.ppsx', '', DOCUMENT_TYPES.pptx],
  ['photo.png', 'image/png', undefined],
  ['old.doc', 'application/msword', undefined],
  ['noextension', '', undefined],
])('reads %s with type "%s" as %s', (name, declared, type) => expect(documentType(name, declared)).toBe(type))

test.each([
  ['list.xls', 'save it as xlsx or csv'],
  ['letter.pages', 'save it as docx or pdf'],
  ['mails.mbox', 'save each mail as eml'],
])('%s is refused with what to do', async (name, advice) => {
  const file = new File(['text'], name)
  await expect(uploadDocument(caller, newId(), newId(), { file }, Date.now())).rejects.toMatchObject({
    details: [{ path: 'file', message: expect.stringContaining(advice) }],
  })
})
