import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { fragment } from '../html.ts'
import { referencePage } from './reference-page.ts'

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
