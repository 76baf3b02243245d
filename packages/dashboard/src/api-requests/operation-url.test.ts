import { documentedOf } from '@messaging/contract/endpoint.ts'
import { endpoints } from '@messaging/contract/endpoints.ts'
import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import { referencePage } from '@messaging/pages/reference/reference-page.ts'
import { expect, test } from 'vitest'
import { operationUrl } from './operation-url.ts'

const page = referencePage(openApiDocument('https://api.example.com'))

test.each(documentedOf(endpoints).map(([operation]) => operation))(
  'the reference has a section for %s',
  (operation) => {
    const [address, fragment] = operationUrl('https://api.example.com', operation).split('#')
    expect(address).toBe('https://api.example.com/docs')
    expect(page).toContain(`<article id="${fragment}"`)
  },
)
