import { expect, test } from 'vitest'
import { isChanged, publishedVersion } from './publication.ts'

const body = (text: string) => [{ type: 'BODY', text }]
const draft = {
  id: 't',
  name: 'renamed',
  language: 'en',
  category: 'UTILITY' as const,
  parameterFormat: 'POSITIONAL',
  accountLinks: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  components: body('The draft'),
}
const link = {
  templateId: 't',
  accountId: 'a',
  name: 'published',
  language: 'en_US',
  isConfirmed: true,
  contentAt: '2026-01-01T00:00:00.000Z',
  content: { category: 'MARKETING', parameterFormat: 'NAMED', components: body('The published one') },
}

test('the published version has the name and the content of the provider', () => {
  expect(publishedVersion(draft, link)).toMatchObject({ name: 'published', language: 'en_US', ...link.content })
  expect(publishedVersion(draft, { ...link, content: null })).toMatchObject({
    name: 'published',
    components: draft.components,
  })
  expect(publishedVersion(draft, undefined)).toBe(draft)
})

test('a draft is changed if it is newer than what was published', () => {
  expect(isChanged(draft, link)).toBe(true)
  expect(isChanged(draft, { ...link, contentAt: draft.updatedAt })).toBe(false)
})
