import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { expect, test } from 'vitest'
import { RenamedError, renameDocument } from './rename-document.ts'

const stored: AgentDocument = { id: '1', name: 'theirs.pdf', file: '', status: 'ready' }

test('renames a document that still has the name that the user read', () => {
  expect(renameDocument([stored], '1', { seen: 'theirs.pdf', chosen: 'mine.pdf' })).toEqual([
    { ...stored, name: 'mine.pdf' },
  ])
})

test('does not overwrite the name that another user has chosen', () => {
  expect(() => renameDocument([stored], '1', { seen: 'before.pdf', chosen: 'mine.pdf' })).toThrow(RenamedError)
})
