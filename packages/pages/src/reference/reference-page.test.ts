import { createHash } from 'node:crypto'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { fragment } from '../html.ts'
import { referenceIndex, referenceMarkdown } from './markdown.ts'
import { REFERENCE_PAGE_HEADERS, referencePage } from './reference-page.ts'

const document = openApiDocument('https://api.messaging.example')
const page = referencePage(document)

test.each(Object.keys(document.webhooks))(
  'the event %s can be linked to and has its description and example',
  (event) => {
    const id = fragment(event)
    expect(page).toContain(`<a href="#${id}">${event}</a>`)
    const [, rest = ''] = page.split(`<article id="${id}"`)
    const [article = ''] = rest.split('</article>')
    for (const text of ['When it is sent.', 'Recipient.', 'Order and duplicates.', 'Retries.', 'Request body'])
      expect(article).toContain(text)
    expect(article).toContain(`&quot;event&quot;: &quot;${event}&quot;`)
  },
)

test('each operation has an example in curl, TypeScript and Python', () => {
  const [, rest = ''] = page.split('<article id="webhook-deliveries-replay"')
  const [article = ''] = rest.split('</article>')
  expect(article).toContain('curl -X POST')
  expect(article).toMatch(/await client\.webhookDeliveries\.replay\(&quot;[\w-]+&quot;\)/)
  expect(article).toContain('requests.post(')
  expect(page).toMatch(/"type": "text"|&quot;type&quot;: &quot;text&quot;/)
})

test('the policy allows the script of the page and no other', () => {
  const [, script = ''] = page.split(/<script>|<\/script>/)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(REFERENCE_PAGE_HEADERS['content-security-policy']).toContain(`script-src 'sha256-${hash}';`)
})

test('the texts for programs have every operation', () => {
  const [markdown, index] = [
    referenceMarkdown(document),
    referenceIndex(document, { api: { title: 'The API', description: 'All of it.' } }),
  ]
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(item)) {
      expect(markdown).toContain(`\`${method.toUpperCase()} ${path}\``)
      expect(index).toContain(`/docs#${fragment(operationId)})`)
    }
  expect(index).toContain('- [The API](https://api.messaging.example/docs/api.md): All of it.')
  for (const name of Object.keys(document.components.schemas)) expect(markdown).toContain(`### ${name}\n`)
  expect(`${markdown}${index}`).not.toMatch(/undefined|\[object/)
})
