import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type DocumentedEndpoint, NO_BODY } from '../endpoint.ts'
import { ErrorBody, type ErrorStatus } from '../errors.ts'
import { errorReference, REQUEST_ID_HEADER } from './errors.ts'
import { exampleOf } from './examples.ts'
import type { Schemas } from './schemas.ts'
import type { Header, Operation, Reference, Response } from './types.ts'

export const MEDIA_TYPE = 'application/json'

export function errorStatuses({ errors, access, body, method }: DocumentedEndpoint): Set<ErrorStatus> {
  // An unknown query parameter is a 400.
  const common = access === 'public' ? ([429, 500] as const) : ([400, 401, 403, 429, 500] as const)
  const ofBody = body === NO_BODY ? [] : ([400, 413, 415] as const)
  // A POST accepts an Idempotency-Key, which can be invalid or in use.
  return new Set([...errors, ...common, ...ofBody, ...(method === 'POST' ? ([400, 409] as const) : [])])
}

/** Builds the responses of an operation. `key` is its name in the contract. */
export function responsesOf(key: string, endpoint: DocumentedEndpoint, schemas: Schemas): Operation['responses'] {
  const errors = [...errorStatuses(endpoint)].toSorted()
  return {
    [endpoint.status]: success(key, endpoint, schemas),
    ...(endpoint.cacheable && { 304: { description: 'Unchanged; no content', headers: REQUEST_ID_HEADER } }),
    ...Object.fromEntries(errors.map((status) => [status, errorReference(status)])),
    ...(endpoint.unavailable && { 503: unavailable(endpoint.unavailable, schemas) }),
    ...(endpoint.forwards && forwardedResponses(schemas)),
  }
}

function success(key: string, endpoint: DocumentedEndpoint, schemas: Schemas): Response {
  const { response, status } = endpoint
  const headers = {
    ...REQUEST_ID_HEADER,
    ...(status === 302 && { Location: LOCATION_HEADER }),
    ...(endpoint.body !== NO_BODY && !endpoint.forwards && { 'X-Ignored-Fields': IGNORED_FIELDS }),
    ...(endpoint.method === 'POST' && { 'Idempotent-Replayed': REPLAYED }),
    ...((endpoint.versioned || endpoint.cacheable) && { ETag: { $ref: '#/components/headers/ETag' } }),
  }
  const description = DESCRIPTIONS[status]
  if (response === NO_BODY) return { description, headers }
  const schema = schemas.schemaOf(response, 'output')
  const value = exampleOf(schema, componentName(schema) ?? key, schemas)
  return { description, headers, content: { [MEDIA_TYPE]: { schema, examples: { example: { value } } } } }
}

function unavailable(body: v.GenericSchema, schemas: Schemas): Response {
  const schema = schemas.schemaOf(body, 'output')
  const examples = { example: { value: exampleOf(schema, '', schemas) } }
  return { description: 'Unavailable', headers: REQUEST_ID_HEADER, content: { [MEDIA_TYPE]: { schema, examples } } }
}

const LOCATION_HEADER: Header = { description: 'The URL of the redirect.', schema: { type: 'string', format: 'uri' } }

const IGNORED_FIELDS: Reference = { $ref: '#/components/headers/IgnoredFields' }
const REPLAYED: Reference = { $ref: '#/components/headers/IdempotentReplayed' }

const DESCRIPTIONS: Readonly<Record<DocumentedEndpoint['status'], string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; done in the background',
  204: 'Success; no content',
  302: 'Redirect',
}

/** Returns the responses of an operation that returns the provider's responses. */
function forwardedResponses(schemas: Schemas): Record<string, Response> {
  const schema: JsonSchema = { anyOf: [schemas.schemaOf(ErrorBody, 'output'), { type: 'object' }] }
  const value = { error: { message: 'Unsupported request', type: 'OAuthException', code: 100 } }
  const either = (description: string): Response => ({
    description,
    headers: REQUEST_ID_HEADER,
    content: { [MEDIA_TYPE]: { schema, examples: { provider: { value } } } },
  })
  return {
    302: {
      description: 'A response of the provider that is not JSON, or larger than 4 MB.',
      headers: { ...REQUEST_ID_HEADER, Location: LOCATION_HEADER },
    },
    400: either("The provider's error, or a call that is not allowed."),
    403: either("The provider's error, a `read` key, or an id of another account."),
    404: either("The provider's error, or an unknown account."),
    default: either("Another status of the provider, with the provider's JSON."),
  }
}

/** Returns the name of the component that a schema refers to. */
export function componentName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1)
}
