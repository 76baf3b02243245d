import { documentedOf } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { referencePage } from '@replywright/pages/reference/reference-page.ts'
import { expect, test } from 'vitest'
import { operationUrl, referenceUrl } from './reference-url.ts'

const sections = openApiDocument('').tags.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))

test.each([
  ['/agents/0190f7c8', '#agents'],
  ['/connectors', '#mcp-connectors'],
  ['/conversations', '#conversations'],
  ['/customers/447700900200', '#customers'],
  ['/numbers', '#phone-numbers'],
  ['/accounts', '#messaging-accounts'],
  ['/accounts/link-sessions/new', '#link-sessions'],
  ['/templates', '#templates'],
  ['/webhooks/events', '#webhooks'],
  ['/deliveries', '#webhook-deliveries'],
  ['/api-keys', '#api-key'],
])('the page %s leads to the section %s', (pathname, fragment) => {
  expect(referenceUrl('https://api.example.com', pathname)).toBe(`https://api.example.com/docs${fragment}`)
  expect(sections).toContain(fragment.slice(1))
})

test.each(['/', '/members', '/agents-of-others'])('the page %s leads to the beginning', (pathname) => {
  expect(referenceUrl('https://api.example.com', pathname)).toBe('https://api.example.com/docs')
})

const page = referencePage(openApiDocument('https://api.example.com'))

test.each(documentedOf(endpoints).map(([operation]) => operation))(
  'the reference has a section for %s',
  (operation) => {
    const [address, fragment] = operationUrl('https://api.example.com', operation).split('#')
    expect(address).toBe('https://api.example.com/docs')
    expect(page).toContain(`<article id="${fragment}"`)
  },
)
